import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { entitlements } from './entitlements.ts'
import { computeGainedRights, computeRemainingRights, isNothing, isWithin, joinRights, plainRights } from './rights.ts'

const codes = ['hmbcbs', 'ndbcbs', 'wybcbs', 'ALL']
const rights = fc.record({ entitlements: fc.subarray([...entitlements]), brands: fc.subarray(codes) }).map(plainRights)

describe('AD-2 the rights of staff', () => {
  test('AD-2 what takes effect at once and what waits add up to the request', () => {
    fc.assert(
      fc.property(rights, rights, (before, after) => {
        const now = computeRemainingRights(before, after)
        const waits = computeGainedRights(before, after)
        expect(joinRights(now, waits)).toEqual(after)
      }),
    )
  })

  test('AD-2 what takes effect at once grants nothing, and unchanged rights need nobody', () => {
    fc.assert(
      fc.property(rights, rights, (before, after) => {
        expect(isNothing(computeGainedRights(before, computeRemainingRights(before, after)))).toBe(true)
        expect(isNothing(computeGainedRights(before, before))).toBe(true)
      }),
    )
  })

  test('AD-2 ALL stands for every brand: some instead of ALL is less, ALL instead of some is more', () => {
    const all = { entitlements: [], brands: ['ALL'] }
    const some = { entitlements: [], brands: ['ndbcbs'] }
    expect(computeGainedRights(all, some)).toEqual({ entitlements: [], brands: [] })
    expect(computeRemainingRights(all, some)).toEqual(some)
    expect(computeGainedRights(some, all)).toEqual(all)
    expect(plainRights({ entitlements: ['unlock', 'audit', 'unlock'], brands: ['b', 'ALL', 'a'] })).toEqual({
      entitlements: ['audit', 'unlock'],
      brands: ['ALL'],
    })
  })

  test('AD-2 nobody gives a brand that is not theirs', () => {
    expect(isWithin(['a'], ['a', 'b'])).toBe(true)
    expect(isWithin(['a', 'c'], ['a', 'b'])).toBe(false)
    expect(isWithin(['ALL'], ['a', 'b'])).toBe(false)
    expect(isWithin(['ALL'], null)).toBe(true)
  })
})
