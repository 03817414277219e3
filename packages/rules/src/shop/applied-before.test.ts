import { expect, test } from 'vitest'
import { type EarlierApplication, keepsFromApplying, keepsFromPaying } from './applied-before.ts'

const unpaid: EarlierApplication = {
  state: 'pending',
  isPaying: false,
  isOwn: true,
  appliedOn: '2026-12-10',
  eventOn: null,
}
const paid = { ...unpaid, state: 'paid' as const }

test('SH-9 a paid application prevents another application and payment, until an event opens enrollment again', () => {
  for (const keeps of [keepsFromApplying, keepsFromPaying])
    for (const state of ['paid', 'effectuated'] as const) {
      expect([null, '2026-11-30', '2026-12-10', '2027-06-03'].map((on) => keeps({ ...paid, state }, on))).toEqual([
        true,
        true,
        true,
        false,
      ])
      // An event reported while it was still to come opens enrollment only once.
      const before = { ...paid, state, eventOn: '2027-01-31' }
      expect([keeps(before, '2027-01-31'), keeps(before, '2027-02-01')]).toEqual([true, false])
    }
})

test('SH-9 an unpaid application prevents another only from its own sender', () => {
  expect(keepsFromApplying(unpaid, null)).toBe(true)
  expect(keepsFromApplying({ ...unpaid, isOwn: false }, null)).toBe(false)
  expect(keepsFromApplying({ ...unpaid, isOwn: false, isPaying: true }, null)).toBe(false)
})

test('SH-9 of several for one person, the first being paid prevents payment of the others', () => {
  for (const isOwn of [true, false]) {
    expect(keepsFromPaying({ ...unpaid, isOwn }, null)).toBe(false)
    expect(keepsFromPaying({ ...unpaid, isOwn, isPaying: true }, '2027-06-03')).toBe(true)
  }
})

test('SH-9 a withdrawn application prevents nothing', () => {
  const over = { ...unpaid, state: 'withdrawn' as const, isPaying: true }
  expect([keepsFromApplying(over, null), keepsFromPaying(over, null)]).toEqual([false, false])
})
