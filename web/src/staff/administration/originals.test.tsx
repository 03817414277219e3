import { expect, test } from 'vitest'
import { renderPage } from '../../base/test-render.tsx'
import { Originals } from './originals.tsx'

test('FD-4 original files are listed with their brand, size and last day, and the list says which a legal hold keeps', () => {
  const original = {
    fileId: '01a201ca-0000-7000-8000-000000000001',
    name: 'night.834',
    brand: 'Plains Health',
    bytes: 2_500_000,
    arrivedAt: '2026-03-01T07:00:00.000Z',
    keptUntil: '2026-03-31T07:00:00.000Z',
    held: true,
  }
  const other = {
    ...original,
    fileId: '01a201ca-0000-7000-8000-000000000002',
    name: 'pay.835',
    brand: null,
    held: false,
  }
  const text = renderPage(<Originals originals={[original, other]} />)
  expect(text).toMatch(/night\.834.*Legal hold.*Plains Health, 2\.4 MB.*pay\.835.*No brand/)
  expect(text.match(/Legal hold/g)).toHaveLength(1)
  expect(renderPage(<Originals originals={[]} />)).toContain('No X12 files are kept')
})
