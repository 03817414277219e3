import { expect, test } from 'vitest'
import { readHeader } from '../csv/header.ts'
import { hospitalColumns, providerColumns } from './columns.ts'

test('IM-7 IM-6 a hospital without stars, as Medicare writes it, keeps its row', () => {
  const header = readHeader({ line: 1, cells: ['ccn', 'name', 'zip', 'overall_rating'] }, hospitalColumns)
  expect(header.read(['350002', 'River Hospital', '58102', 'Not Available'])).toMatchObject({ overall_rating: null })
  expect(header.read(['350002', 'River Hospital', '58102', '4'])).toMatchObject({ overall_rating: 4 })
})

test('IM-7 IM-6 a list with only a word for "none" is empty', () => {
  const header = readHeader({ line: 1, cells: ['type', 'name', 'zip', 'languages', 'affiliations'] }, providerColumns)
  expect(header.read(['individual', 'Ada Lee', '58102', 'None', 'N/A'])).toMatchObject({
    languages: null,
    affiliations: null,
  })
})
