import { describe, expect, test } from 'vitest'
import { findCostWords, findKnownHolders, isAfterDeductible, listCardLimits } from './card-lines.ts'

const limit = (
  kind: 'deductible' | 'out-of-pocket',
  network: 'in' | 'out',
  holder: 'person' | 'family',
  limitCents: number,
) => ({
  kind,
  network,
  holder,
  limitCents,
})
const cost = { covered: true, copayCents: null, coinsurance: null, deductibleApplies: null }

describe('MP-1 what an ID card must name', () => {
  test('MP-1 both yearly limits of a medical plan, unknown ones as unknown', () => {
    const lines = listCardLimits(
      [limit('deductible', 'in', 'person', 0), limit('deductible', 'in', 'family', 300_000)],
      true,
    )
    expect(lines).toEqual([
      { kind: 'deductible', network: 'in', personCents: 0, familyCents: 300_000 },
      { kind: 'out-of-pocket', network: 'in', personCents: null, familyCents: null },
    ])
    expect(lines.map(findKnownHolders)).toEqual(['both', 'unknown'])
  })

  test('MP-1 other cards and other networks list only known limits', () => {
    expect(listCardLimits([], false)).toEqual([])
    const lines = listCardLimits([limit('out-of-pocket', 'out', 'family', 900_000)], false)
    expect(lines.map((line) => [line.network, findKnownHolders(line)])).toEqual([['out', 'family']])
    expect(listCardLimits([limit('deductible', 'in', 'person', 5_000)], false).map(findKnownHolders)).toEqual([
      'person',
    ])
  })

  test('MP-1 the full cost of an emergency room, and never free if the plan does not say', () => {
    expect(findCostWords({ ...cost, copayCents: 25_000, coinsurance: 20 })).toBe('copay-percent')
    expect(findCostWords({ ...cost, copayCents: 25_000, coinsurance: 0 })).toBe('copay')
    expect(findCostWords({ ...cost, coinsurance: 30 })).toBe('percent')
    expect(findCostWords({ ...cost, copayCents: 0 })).toBe('free')
    expect(findCostWords({ ...cost, coinsurance: 0 })).toBe('free')
    expect(findCostWords(cost)).toBe('unknown')
    expect(findCostWords({ ...cost, covered: false, copayCents: 0 })).toBe('not-covered')
  })

  test('MP-1 says that the deductible comes first only for a known cost', () => {
    expect(isAfterDeductible({ ...cost, coinsurance: 30, deductibleApplies: true })).toBe(true)
    expect(isAfterDeductible({ ...cost, copayCents: 0, deductibleApplies: true })).toBe(true)
    expect(isAfterDeductible({ ...cost, coinsurance: 30 })).toBe(false)
    expect(isAfterDeductible({ ...cost, deductibleApplies: true })).toBe(false)
    expect(isAfterDeductible({ ...cost, covered: false, copayCents: 0, deductibleApplies: true })).toBe(false)
  })
})
