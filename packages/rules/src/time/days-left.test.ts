import { expect, test } from 'vitest'
import { findAfterDenial } from '../authorizations/after-denial.ts'
import { appealDeadline } from '../claims/appeal.ts'
import { computeSupply } from '../medicines/supply.ts'
import { computeGrace } from '../premium/grace.ts'
import { spendingDeadline } from '../spending/deadline.ts'
import { countDaysLeft } from './days-left.ts'

test.each([
  ['2026-12-31', '2026-11-30', 32],
  ['2026-12-31', '2026-12-31', 1],
  ['2026-12-31', '2027-01-01', 0],
])('MP-10 the days left through %s, seen on %s, are %i', (lastDay, today, days) => {
  expect(countDaysLeft(lastDay, today)).toBe(days)
})

test('MP-10 MP-15 MP-18 what is left of an appeal, a supply, a grace period and an account that end on one day is one number', () => {
  const today = '2026-12-10'
  const decidedOn = '2026-07-04'
  const lastDay = appealDeadline(decidedOn, 'commercial')
  const denied = { told: 'denied', decidedOn, appealedOn: null, appealOutcome: null, program: 'commercial' } as const
  const counts = [
    findAfterDenial(denied, today)?.daysLeft,
    computeSupply([{ day: '2026-12-02', daysSupply: 30 }], today)?.daysLeft,
    computeGrace({ dueOn: '2026-12-01', isLate: true, graceDays: 30, endRule: null, paidThrough: null, today }),
    spendingDeadline({
      type: 'FSA',
      endDate: lastDay,
      spendBy: null,
      claimBy: null,
      carryOverCents: null,
      balanceCents: 100,
      today,
    }),
  ].map((one) => {
    if (typeof one !== 'object' || one === null) return one
    return 'daysLeft' in one ? one.daysLeft : 'days' in one && one.days
  })
  expect(lastDay).toBe('2026-12-31')
  expect(counts).toEqual([22, 22, 22, 22])
})
