import { expect, test } from 'vitest'
import { moveBirth, moveDays, moveYears } from './record.ts'

test('MP-2 the days of the demo move together, and nothing else does', () => {
  const text = '{"id":"2026-12-31-1","created":"2026-12-31","at":"2026-02-28T14:00:00Z","number":"20261231"}'
  expect(moveDays(text, 1)).toBe(
    '{"id":"2026-12-31-1","created":"2027-01-01","at":"2026-03-01T14:00:00Z","number":"20261231"}',
  )
})

test('MP-2 plans and coverages of the demo keep their place in the year', () => {
  expect(moveYears('{"start":"2025-01-01","end":"2026-12-31"}', 2)).toBe('{"start":"2027-01-01","end":"2028-12-31"}')
})

test('MP-2 whoever was born in the year of the files is always as young', () => {
  const now = new Date('2027-03-01T12:00:00Z')
  expect([moveBirth('2026-12-06', now), moveBirth('1989-12-06', now)]).toEqual(['2027-02-04', '1989-12-06'])
})
