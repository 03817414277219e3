import fc from 'fast-check'
import { expect, test } from 'vitest'
import { lastDayToTell, spendingDeadline } from './deadline.ts'

const account = {
  type: 'FSA',
  endDate: '2026-12-31',
  spendBy: null,
  claimBy: '2027-03-31',
  carryOverCents: null,
  balanceCents: 88_500,
} as const

test.each([
  ['2026-11-22', { stage: 'spend', lastDay: '2026-12-31', days: 40, lostCents: 88_500 }],
  ['2026-12-31', { stage: 'spend', lastDay: '2026-12-31', days: 1, lostCents: 88_500 }],
  ['2027-01-01', { stage: 'claim', lastDay: '2027-03-31', days: 90, lostCents: 88_500 }],
  ['2027-04-01', { stage: 'over', lastDay: '2027-03-31' }],
])('MP-10 use it or lose it, as it stands on %s', (today, expected) => {
  expect(spendingDeadline({ ...account, today })).toEqual(expected)
})

test('MP-10 a grace period moves the last day, and what carries over is not lost', () => {
  const today = '2027-02-01'
  expect(spendingDeadline({ ...account, spendBy: '2027-03-15', today })).toMatchObject({ stage: 'spend', days: 43 })
  expect(spendingDeadline({ ...account, carryOverCents: 68_000, today })).toMatchObject({ lostCents: 20_500 })
  expect(spendingDeadline({ ...account, carryOverCents: 100_000, today })).toMatchObject({ lostCents: 0 })
  expect(spendingDeadline({ ...account, balanceCents: null, today })).toMatchObject({ lostCents: null })
})

test('MP-10 a savings account loses nothing, and an unstated day is not invented', () => {
  expect(spendingDeadline({ ...account, type: 'HSA', today: '2027-02-01' })).toEqual({ stage: 'never' })
  expect(spendingDeadline({ ...account, endDate: null, today: '2026-11-22' })).toEqual({ stage: 'unknown' })
})

test.each([
  ['2026-11-30', {}, null],
  ['2026-12-01', {}, '2026-12-31'],
  ['2026-12-31', {}, '2026-12-31'],
  ['2026-12-01', { balanceCents: 0 }, null],
  ['2026-12-01', { carryOverCents: 88_500 }, null],
  // An unknown balance may be lost.
  ['2026-12-01', { balanceCents: null }, '2026-12-31'],
  ['2027-02-28', {}, null],
  ['2027-03-01', {}, '2027-03-31'],
  ['2027-04-01', {}, null],
  ['2026-12-01', { type: 'HSA' as const }, null],
  ['2026-12-01', { endDate: null }, null],
])('MP-29 MP-10 on %s with %j, the last day to notify about is %s', (today, about, expected) => {
  expect(lastDayToTell(spendingDeadline({ ...account, ...about, today }))).toBe(expected)
})

test('MP-10 as days pass, an account only moves forward, and no count of days is below one', () => {
  const stages = ['spend', 'claim', 'over']
  const day = fc
    .date({ min: new Date('2026-01-01'), max: new Date('2027-12-31'), noInvalidDate: true })
    .map((date) => date.toISOString().slice(0, 10))
  fc.assert(
    fc.property(day, day, (one, other) => {
      const [first, second] = [one, other].sort().map((today) => spendingDeadline({ ...account, today: today ?? '' }))
      expect(stages.indexOf(first?.stage ?? '')).toBeLessThanOrEqual(stages.indexOf(second?.stage ?? ''))
      for (const at of [first, second]) if (at && 'days' in at) expect(at.days).toBeGreaterThanOrEqual(1)
    }),
  )
})
