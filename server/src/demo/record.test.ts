import { expect, test } from 'vitest'
import { moveDays } from './record.ts'

test('MP-2 the days of the demo move together, and nothing else does', () => {
  const text = '{"id":"2026-12-31-1","created":"2026-12-31","at":"2026-02-28T14:00:00Z","number":"20261231"}'
  expect(moveDays(text, 1)).toBe(
    '{"id":"2026-12-31-1","created":"2027-01-01","at":"2026-03-01T14:00:00Z","number":"20261231"}',
  )
})
