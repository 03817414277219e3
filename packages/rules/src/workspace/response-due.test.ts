import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { computeReplyBy } from '../messages/reply-by.ts'
import { responseDue, targetFor } from './response-due.ts'

const calendar = { zone: 'America/New_York', opens: 8, closes: 18, days: [1, 2, 3, 4, 5], holidays: new Set<string>() }
const targets = [
  { brand: 'ALL', categoryId: 'ALL', hours: 9 },
  { brand: 'NDBCBS', categoryId: 'ALL', hours: 8 },
  { brand: 'ALL', categoryId: 'prescriptions', hours: 4 },
  { brand: 'NDBCBS', categoryId: 'prescriptions', hours: 2 },
]

describe('MC-6 response-time targets', () => {
  test.each([
    ['HMBCBS', 'claims', 9],
    ['NDBCBS', 'claims', 8],
    ['HMBCBS', 'prescriptions', 4],
    ['NDBCBS', 'prescriptions', 2],
  ])('MC-6 %s, %s: %i hours', (brand, categoryId, hours) => {
    expect(targetFor(targets, { brand, categoryId })?.hours).toBe(hours)
    expect(targetFor(targets.toReversed(), { brand, categoryId })?.hours).toBe(hours)
  })

  test('MC-6 without a configured target there is none', () => {
    expect(targetFor(targets.slice(1, 2), { brand: 'HMBCBS', categoryId: 'claims' })).toBeUndefined()
  })

  test('MC-3 MC-6 staff never get longer than the member was promised', () => {
    const moments = fc.date({ min: new Date('2025-01-01'), max: new Date('2028-12-31'), noInvalidDate: true })
    fc.assert(
      fc.property(moments, fc.integer({ min: 1, max: 60 }), (waitingSince, hours) => {
        const promised = computeReplyBy(waitingSince, calendar.holidays)
        const due = responseDue({ waitingSince, hours, calendar, promised })
        expect(due.getTime()).toBeLessThanOrEqual(promised.getTime())
        expect(due.getTime()).toBeGreaterThan(waitingSince.getTime())
      }),
    )
  })
})
