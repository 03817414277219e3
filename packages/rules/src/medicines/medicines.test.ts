import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { authorizationState, joinReviews } from './authorization.ts'
import { dosePeriod, findRhythm, hasDose } from './dosing.ts'
import { computeSupply, isBeingTaken, nextStep, refillsLeft } from './supply.ts'

const fill = (day: string, daysSupply: number | null = 30) => ({ day, daysSupply })

describe('MP-15 how long a medicine lasts', () => {
  test('MP-15 the day of the fill and the last day count', () => {
    expect(computeSupply([fill('2026-11-01')], '2026-11-01')).toEqual({ lastDay: '2026-11-30', daysLeft: 30 })
    expect(computeSupply([fill('2026-11-01')], '2026-11-30')?.daysLeft).toBe(1)
    expect(computeSupply([fill('2026-11-01')], '2026-12-01')?.daysLeft).toBe(0)
    expect(computeSupply([fill('2026-11-01')], '2027-06-01')).toEqual({ lastDay: '2026-11-30', daysLeft: 0 })
  })

  test('MP-15 an early fill adds to what was left', () => {
    expect(computeSupply([fill('2026-10-27'), fill('2026-11-20')], '2026-11-20')).toEqual({
      lastDay: '2026-12-25',
      daysLeft: 36,
    })
  })

  test('MP-15 the rest never exceeds one fill', () => {
    const many = Array.from({ length: 12 }, (_, index) => fill(`2026-11-${String(index + 1).padStart(2, '0')}`))
    expect(computeSupply(many, '2026-11-12')?.daysLeft).toBe(60)
  })

  test('MP-15 unknown is not zero: no fill, or a last fill without stated days', () => {
    expect(computeSupply([], '2026-11-01')).toBeNull()
    expect(computeSupply([fill('2026-10-01'), fill('2026-11-01', null)], '2026-11-02')).toBeNull()
  })

  test('MP-15 the answer does not depend on the order of fills, is never below zero, and never shrinks with another fill', () => {
    const day = fc.integer({ min: 0, max: 900 }).map((n) => new Date(1_700_000_000_000 + n * 86_400_000))
    const fills = fc.array(
      fc.record({
        day: day.map((one) => one.toISOString().slice(0, 10)),
        daysSupply: fc.integer({ min: 1, max: 100 }),
      }),
      { minLength: 1, maxLength: 20 },
    )
    fc.assert(
      fc.property(fills, day, (some, now) => {
        const today = now.toISOString().slice(0, 10)
        const supply = computeSupply(some, today)
        expect(supply?.daysLeft).toBeGreaterThanOrEqual(0)
        // Two fills on the same day have no order.
        if (new Set(some.map((one) => one.day)).size === some.length)
          expect(computeSupply(some.toReversed(), today)).toEqual(supply)
        const newest =
          some
            .map((one) => one.day)
            .sort()
            .at(-1) ?? today
        const next = new Date(Date.parse(newest) + 86_400_000).toISOString().slice(0, 10)
        const more = computeSupply([...some, { day: next, daysSupply: 200 }], today)
        expect(more?.daysLeft).toBeGreaterThanOrEqual(supply?.daysLeft ?? 0)
      }),
    )
  })
})

describe('MP-15 how often it can be filled again', () => {
  const written = { refills: 3, endsOn: '2027-01-31' }
  test.each([
    [0, 3],
    [1, 3],
    [2, 2],
    [4, 0],
    [9, 0],
  ])('MP-15 of 3 refills, %i fills leave %i', (fills, left) => {
    expect(refillsLeft(written, fills, '2026-11-01')).toBe(left)
  })

  test('MP-15 an expired prescription has none; a prescription that does not say is unknown', () => {
    expect(refillsLeft(written, 1, '2027-02-01')).toBe(0)
    expect(refillsLeft({ refills: null, endsOn: null }, 1, '2026-11-01')).toBeNull()
    expect([3, 0, null].map(nextStep)).toEqual(['refill', 'renew', 'ask'])
  })
})

describe('MP-15 whether it is still taken', () => {
  const about = { status: 'active', endsOn: null, writtenOn: '2026-01-01', lastFill: null, supply: null }
  test('MP-15 it follows from the plan’s word, from what is left, or else from how long ago it was', () => {
    expect(isBeingTaken({ ...about, lastFill: '2026-10-01' }, '2026-11-01')).toBe(true)
    expect(isBeingTaken({ ...about, lastFill: '2025-10-01' }, '2026-11-01')).toBe(false)
    expect(isBeingTaken({ ...about, status: 'stopped', lastFill: '2026-10-30' }, '2026-11-01')).toBe(false)
    expect(isBeingTaken({ ...about, endsOn: '2026-10-01' }, '2026-11-01')).toBe(false)
    const supply = { lastDay: '2026-11-20', daysLeft: 20 }
    expect(isBeingTaken({ ...about, endsOn: '2026-10-01', supply }, '2026-11-01')).toBe(true)
    expect(isBeingTaken({ ...about, writtenOn: null }, '2026-11-01')).toBe(true)
  })
})

describe('MP-15 doses that come in fields', () => {
  test('MP-15 codes for how often and at what time of day', () => {
    expect(findRhythm(['bid'])).toEqual({ times: 2, every: 1, period: 'day', at: [] })
    expect(findRhythm(['am', 'hs'])).toEqual({ times: 2, every: 1, period: 'day', at: ['morning', 'bedtime'] })
    expect(findRhythm(['who-knows'])).toEqual({ times: null, every: null, period: null, at: [] })
    expect([dosePeriod('wk'), dosePeriod('s'), dosePeriod(undefined)]).toEqual(['week', null, null])
  })

  test('MP-15 an empty dosing has no words', () => {
    const nothing = { amount: null, unit: 'tablet', ...findRhythm([]), asNeeded: false }
    expect([hasDose(nothing), hasDose({ ...nothing, asNeeded: true })]).toEqual([false, true])
  })
})

describe('MP-15 prior authorizations', () => {
  test.each([
    [['a1'], 'approved'],
    [['a1', 'a1'], 'approved'],
    [['a1', 'a3'], 'partly'],
    [['a3'], 'denied'],
    [['a1', 'a4'], 'pending'],
    [['a3', 'c'], 'denied'],
    [['zz'], null],
    [[], null],
  ] as const)('MP-15 reviews %j come to %s', (codes, state) => {
    expect(joinReviews(codes)).toBe(state)
  })

  test('MP-15 an approval ends after its last day, and an unstated value is unknown', () => {
    expect(authorizationState({ told: 'approved', ends: '2026-11-01' }, '2026-11-01')).toBe('approved')
    expect(authorizationState({ told: 'partly', ends: '2026-11-01' }, '2026-11-02')).toBe('expired')
    expect(authorizationState({ told: 'denied', ends: '2026-11-01' }, '2026-11-02')).toBe('denied')
    expect(authorizationState({ told: null, ends: null }, '2026-11-02')).toBe('unknown')
  })
})
