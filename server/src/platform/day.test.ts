import { expect, test } from 'vitest'
import { endOfEasternDay } from './day.ts'

test.each([
  ['2026-07-04', '2026-07-05T04:00:00.000Z'],
  ['2026-12-31', '2027-01-01T05:00:00.000Z'],
  // Days on which clocks change.
  ['2026-03-07', '2026-03-08T05:00:00.000Z'],
  ['2026-03-08', '2026-03-09T04:00:00.000Z'],
  ['2026-10-31', '2026-11-01T04:00:00.000Z'],
  ['2026-11-01', '2026-11-02T05:00:00.000Z'],
])('RG-3 %s is over at %s', (day, end) => {
  expect(endOfEasternDay(day).toISOString()).toBe(end)
})
