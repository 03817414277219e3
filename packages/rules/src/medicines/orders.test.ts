import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  isFilled,
  isLapsed,
  isNews,
  isOpenOrder,
  isUnconfirmed,
  NO_NEWS_MS,
  NOT_CONFIRMED_MS,
  nextOrderTry,
  noticeStates,
  ORDER_GIVE_UP_MS,
  orderKind,
  orderStates,
} from './orders.ts'

test('MP-16 late, repeated or misordered notices lead to the state in the last one', () => {
  const notices = fc.uniqueArray(
    fc.record({ sequence: fc.integer({ min: 1, max: 9 }), state: fc.constantFrom(...noticeStates) }),
    {
      minLength: 1,
      selector: ({ sequence }) => sequence,
    },
  )
  fc.assert(
    fc.property(notices, fc.infiniteStream(fc.double({ min: 0, max: 0.999, noNaN: true })), (some, chances) => {
      const chance = () => chances.next().value ?? 0
      const come = [...some, ...some].map((one) => ({ one, at: chance() })).toSorted((a, b) => a.at - b.at)
      let order: { sequence: number; state: string } = { sequence: 0, state: 'sent' }
      for (const { one } of come) if (isNews(order, one)) order = one
      expect(order).toEqual(some.toSorted((a, b) => b.sequence - a.sequence)[0])
    }),
  )
})

test('MP-16 a request without an answer from the pharmacy counts as not confirmed after a day', () => {
  for (const state of orderStates) {
    expect(isUnconfirmed({ state, ageMs: NOT_CONFIRMED_MS - 1, quietMs: 0 })).toBe(false)
    expect(isUnconfirmed({ state, ageMs: NOT_CONFIRMED_MS, quietMs: 0 })).toBe(
      state === 'requested' || state === 'sent',
    )
  }
  expect(orderStates.filter(isOpenOrder)).toEqual(['requested', 'sent', 'accepted'])
})

test('MP-16 a request blocks no other once the pharmacy has been silent for two weeks or has filled it', () => {
  for (const state of orderStates) {
    const has = state === 'sent' || state === 'accepted'
    expect(isLapsed({ state, quietMs: NO_NEWS_MS - 1 })).toBe(false)
    expect(isLapsed({ state, quietMs: NO_NEWS_MS })).toBe(has)
    expect(isFilled({ state, requestedOn: '2030-01-05', lastFill: '2030-01-06' })).toBe(has)
    // A fill on the same day may be the previous one.
    expect(isFilled({ state, requestedOn: '2030-01-05', lastFill: '2030-01-05' })).toBe(false)
    expect(isFilled({ state, requestedOn: '2030-01-05', lastFill: null })).toBe(false)
  }
  expect(isUnconfirmed({ state: 'accepted', ageMs: NO_NEWS_MS, quietMs: NO_NEWS_MS - 1 })).toBe(false)
  expect(isUnconfirmed({ state: 'accepted', ageMs: NO_NEWS_MS, quietMs: NO_NEWS_MS })).toBe(true)
})

test('MP-16 it is retried with longer and longer pauses, and finally given up', () => {
  const pauses = [1, 2, 3, 20].map((attempts) => nextOrderTry({ attempts, ageMs: 0, chance: 0 }))
  expect(pauses).toEqual([10_000, 20_000, 40_000, 1_800_000])
  expect(nextOrderTry({ attempts: 1, ageMs: 0, chance: 0.999 })).toBeGreaterThan(7_500)
  expect(nextOrderTry({ attempts: 9, ageMs: ORDER_GIVE_UP_MS, chance: 0 })).toBeNull()
})

test('MP-16 without refills, we ask for a new prescription', () => {
  expect((['refill', 'renew', 'ask'] as const).map(orderKind)).toEqual(['refill', 'renewal', 'refill'])
})
