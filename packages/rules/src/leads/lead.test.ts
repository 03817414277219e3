import { expect, test } from 'vitest'
import { callDays, callDue } from './lead.ts'

test('SH-8 a call is due by the end of the requested part of the day, Eastern time', () => {
  const due = (day: string, time: Parameters<typeof callDue>[1]) => callDue(day, time).toISOString()
  expect(due('2026-11-23', 'morning')).toBe('2026-11-23T17:00:00.000Z')
  expect(due('2026-11-23', 'afternoon')).toBe('2026-11-23T22:00:00.000Z')
  expect(due('2026-11-23', 'evening')).toBe('2026-11-24T01:00:00.000Z')
  expect(due('2026-07-01', 'any')).toBe('2026-07-01T21:00:00.000Z')
})

test('SH-8 calls are offered on the next ten business days, never on weekends or holidays, and today while there is time', () => {
  const holidays = new Set(['2026-11-26'])
  const morning = callDays(new Date('2026-11-23T14:00:00Z'), holidays)
  expect(morning.slice(0, 4)).toEqual(['2026-11-23', '2026-11-24', '2026-11-25', '2026-11-27'])
  expect(morning).toHaveLength(10)
  expect(callDays(new Date('2026-11-23T21:30:00Z'), holidays)[0]).toBe('2026-11-24')
  expect(callDays(new Date('2026-11-21T14:00:00Z'), holidays)[0]).toBe('2026-11-23')
})
