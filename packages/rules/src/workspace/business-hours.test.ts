import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addBusinessHours, type BusinessCalendar, businessMinutesBetween } from './business-hours.ts'

const eastern: BusinessCalendar = {
  zone: 'America/New_York',
  opens: 8,
  closes: 18,
  days: [1, 2, 3, 4, 5],
  holidays: new Set(['2026-11-26', '2026-12-25']),
}
const central = { ...eastern, zone: 'America/Chicago', closes: 20 }

describe('MC-6 a response-time target counts the hours in which the desk is open', () => {
  test.each([
    ['within a day', eastern, '2026-11-16T14:00:00Z', 4, '2026-11-16T18:00:00.000Z'],
    ['to the very closing', eastern, '2026-11-16T14:00:00Z', 9, '2026-11-16T23:00:00.000Z'],
    ['over night', eastern, '2026-11-16T22:00:00Z', 4, '2026-11-17T16:00:00.000Z'],
    ['before opening it waits for the opening', eastern, '2026-11-16T08:00:00Z', 1, '2026-11-16T14:00:00.000Z'],
    ['over a weekend', eastern, '2026-11-20T22:30:00Z', 2, '2026-11-23T14:30:00.000Z'],
    ['over a holiday', eastern, '2026-11-25T22:00:00Z', 2, '2026-11-27T14:00:00.000Z'],
    ['over the end of daylight time', eastern, '2026-10-30T21:00:00Z', 2, '2026-11-02T14:00:00.000Z'],
    ['over the beginning of daylight time', eastern, '2026-03-06T22:00:00Z', 2, '2026-03-09T13:00:00.000Z'],
    ['by the clock of another zone', central, '2026-11-16T13:00:00Z', 1, '2026-11-16T15:00:00.000Z'],
    ['the evening in UTC is still the day in the zone', central, '2026-11-17T01:30:00Z', 1, '2026-11-17T14:30:00.000Z'],
  ])('MC-6 %s', (_title, calendar, from, hours, due) => {
    expect(addBusinessHours(new Date(from), hours, calendar).toISOString()).toBe(due)
  })

  const moments = fc.date({ min: new Date('2025-01-01'), max: new Date('2028-12-31'), noInvalidDate: true })
  const calendars = fc.record({
    zone: fc.constantFrom('America/New_York', 'America/Chicago', 'America/Boise', 'America/Phoenix'),
    opens: fc.integer({ min: 5, max: 11 }),
    closes: fc.integer({ min: 12, max: 23 }),
    days: fc.subarray([0, 1, 2, 3, 4, 5, 6], { minLength: 1 }),
    holidays: fc.constant(eastern.holidays),
  })

  test('MC-6 the target lies the right number of open minutes after a moment, whatever the clocks do meanwhile', () => {
    fc.assert(
      fc.property(moments, fc.integer({ min: 1, max: 40 }), calendars, (from, hours, calendar) => {
        const due = addBusinessHours(from, hours, calendar)
        const open = businessMinutesBetween(from, due, calendar)
        expect(open).toBeGreaterThanOrEqual(hours * 60 - 1)
        expect(open).toBeLessThanOrEqual(hours * 60)
      }),
      { numRuns: 200 },
    )
  })

  test('MC-6 a later message is never due earlier, and no target is ever in the past', () => {
    fc.assert(
      fc.property(
        moments,
        fc.nat(10 * 24 * 60),
        fc.integer({ min: 1, max: 20 }),
        calendars,
        (from, later, hours, one) => {
          const due = addBusinessHours(from, hours, one)
          const next = addBusinessHours(new Date(from.getTime() + later * 60_000), hours, one)
          expect(due.getTime()).toBeGreaterThan(from.getTime())
          expect(next.getTime()).toBeGreaterThanOrEqual(due.getTime())
        },
      ),
      { numRuns: 200 },
    )
  })

  test('MC-6 no time is open between a moment and an earlier one, nor over a weekend', () => {
    expect(businessMinutesBetween(new Date('2026-11-16T15:00:00Z'), new Date('2026-11-16T14:00:00Z'), eastern)).toBe(0)
    expect(businessMinutesBetween(new Date('2026-11-21T01:00:00Z'), new Date('2026-11-23T12:59:00Z'), eastern)).toBe(0)
    expect(businessMinutesBetween(new Date('2026-11-16T22:30:00Z'), new Date('2026-11-17T13:15:00Z'), eastern)).toBe(45)
  })
})
