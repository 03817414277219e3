import { expect, test } from 'vitest'
import { readHeader } from '../csv/header.ts'
import { Refused } from '../refused.ts'
import { hospitalColumns, providerColumns } from './columns.ts'
import { detectLayout } from './layouts.ts'

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

test('IM-7 IM-6 a ZIP code that lost its leading zeros gets them back, and is unknown where that is not certain', () => {
  const cambridge = { lat: 42.38, lon: -71.12 }
  const told: string[] = []
  const read = (cells: Readonly<Record<string, string>>) => {
    const context = {
      ...{ brand: 'wi', brands: new Set(['wi']), today: '2026-12-01', leaveOut: () => undefined },
      findPoint: (zip: string) => (zip === '02138' ? cambridge : null),
      warn: (type: string, reason: string) => void told.push(`${type} ${reason}`),
    }
    const reader = detectLayout({ line: 1, cells: Object.keys(cells) }, context)
    try {
      const item = reader(Object.values(cells))
      return item?.is === 'entry' ? [item.entry.zip, item.entry.lat] : item?.seat.zip
    } catch (error) {
      if (!(error instanceof Refused)) throw error
      return `${error.path} ${error.message}`
    }
  }
  const person = { npi: '1234567893', type: 'individual', name: 'Ada Lee' }
  expect(read({ ...person, state: 'MA', zip: '2138' })).toEqual(['02138', 42.38])
  expect(read({ ...person, state: 'Massachusetts', zip: '21381234.0' })).toEqual(['02138-1234', 42.38])
  expect(read({ ...person, zip: '2138' })).toEqual(['02138', 42.38])
  expect(read({ ccn: '220001', name: 'River Hospital', state: 'MA', zip: '2138' })).toEqual(['02138', 42.38])
  expect(read({ network_id: 'A', network_name: 'A', npi: '1234567893', zip: '2138' })).toBe('02138')
  expect(told).toEqual(Array(5).fill('ZIP code had lost its leading zeros, which were put back'))
  // Where the row says its point, it needs no ZIP code.
  expect(read({ ...person, state: 'ND', zip: '5810', lat: '46.9', lon: '-96.8' })).toEqual(['', 46.9])
  expect(told[5]).toMatch(/it is unknown/)
  expect(read({ ...person, state: 'ND', zip: '5810' })).toMatch(/^zip has too few digits/)
  // A seat without a ZIP code would be at every place.
  expect(read({ network_id: 'A', network_name: 'A', npi: '1234567893', zip: '123' })).toMatch(/^zip has too few/)
})
