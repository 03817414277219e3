import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { drugCost, findDrugBenefit, findTierKind } from './drug-cost.ts'

const left = { deductible: 50_000, outOfPocket: 200_000 }
const copay = { copayCents: 4_500, coinsurance: null, deductibleApplies: false }
const share = { copayCents: null, coinsurance: 20, deductibleApplies: true }

describe('MP-17 what a drug costs now', () => {
  test('MP-17 a copay, the price if it is lower, and what is left of the year', () => {
    expect(drugCost(copay, 20_000, left)).toEqual({ cents: 4_500, atMost: false })
    expect(drugCost(copay, 1_200, left)).toEqual({ cents: 1_200, atMost: false })
    expect(drugCost(copay, 20_000, { ...left, outOfPocket: 1_000 })).toEqual({ cents: 1_000, atMost: false })
  })

  test('MP-17 first the deductible, then a coinsurance', () => {
    expect(drugCost(share, 30_000, left)).toEqual({ cents: 30_000, atMost: false })
    expect(drugCost(share, 100_000, left)).toEqual({ cents: 60_000, atMost: false })
    expect(drugCost(share, 100_000, { ...left, deductible: 0 })).toEqual({ cents: 20_000, atMost: false })
  })

  test('MP-17 with both a copay and a coinsurance, the member pays both, the copay first', () => {
    const both = { copayCents: 1_000, coinsurance: 20, deductibleApplies: false }
    expect(drugCost(both, 11_000, left)).toEqual({ cents: 3_000, atMost: false })
    expect(drugCost(both, 800, left)).toEqual({ cents: 800, atMost: false })
    expect(drugCost(both, null, left)).toBeNull()
  })

  test('MP-17 if the plan does not say whether the deductible comes first, a copay is known only once the deductible is met', () => {
    const unsaid = { ...copay, deductibleApplies: null }
    for (const deductible of [50_000, null]) expect(drugCost(unsaid, 20_000, { ...left, deductible })).toBeNull()
    expect(drugCost(unsaid, 20_000, { ...left, deductible: 0 })).toEqual({ cents: 4_500, atMost: false })
  })

  test('MP-17 without a price, a copay is an upper limit and a coinsurance is unknown; unknown is not zero', () => {
    expect(drugCost(copay, null, left)).toEqual({ cents: 4_500, atMost: true })
    expect(drugCost(share, null, left)).toBeNull()
    expect(drugCost(share, 100_000, { ...left, deductible: null })).toBeNull()
    expect(drugCost({ copayCents: null, coinsurance: null, deductibleApplies: null }, 100, left)).toBeNull()
  })

  test('MP-17 it is never more than the price or the rest of the yearly maximum, and never below zero', () => {
    const amount = fc.integer({ min: 0, max: 900_000 })
    const asked = fc.record({
      copayCents: fc.option(amount),
      coinsurance: fc.option(fc.integer({ min: 0, max: 100 })),
      deductibleApplies: fc.option(fc.boolean()),
    })
    fc.assert(
      fc.property(asked, amount, amount, amount, (one, price, deductible, outOfPocket) => {
        const cost = drugCost(one, price, { deductible, outOfPocket })
        if (cost === null) return
        expect(cost.cents).toBeGreaterThanOrEqual(0)
        expect(cost.cents).toBeLessThanOrEqual(Math.min(price, outOfPocket))
      }),
    )
  })

  test.each([
    ['GENERIC', 'generic'],
    ['NON-PREFERRED-GENERIC', 'generic'],
    ['PREFERRED-BRAND', 'preferred'],
    ['NON-PREFERRED BRAND', 'other-brand'],
    ['BRAND', 'other-brand'],
    ['SPECIALTY', 'specialty'],
    ['NON-SPECIALTY PREFERRED BRAND', 'preferred'],
    ['Nonspecialty generic', 'generic'],
    ['TIER 7', null],
    [null, null],
  ])('MP-17 the tier %s is %s', (tier, kind) => {
    expect(findTierKind(tier)).toBe(kind)
  })

  test.each([
    ['PREFERRED-BRAND', 'retail', 'Preferred brand drugs'],
    ['NON-PREFERRED-BRAND', 'retail', 'Non-preferred brand drugs'],
    ['GENERIC', 'retail', null],
    ['PREFERRED-GENERIC', 'retail', 'Preferred generic drugs'],
    ['NON-PREFERRED-GENERIC', 'retail', 'Nonpreferred generic drugs'],
    ['SPECIALTY', 'retail', 'Specialty drugs'],
    ['PREFERRED-BRAND', 'mail', 'Preferred brand drugs by mail'],
    ['SPECIALTY', 'mail', null],
    ['TIER 7', 'retail', null],
  ] as const)(
    'MP-17 %s at %s falls under the benefit %s, in whatever order the plan lists them',
    (tier, pharmacy, service) => {
      const services = [
        ...['Non-preferred brand drugs', 'Preferred generic drugs', 'Nonpreferred generic drugs', 'Specialty drugs'],
        ...['Preferred brand drugs', 'Preferred brand drugs by mail', 'Infusion drugs given in the hospital'],
      ]
      for (const order of [services, services.toReversed()]) {
        const benefits = order.flatMap((one) => [
          { service: one, network: 'out' as const },
          { service: one, network: 'in' as const },
        ])
        const benefit = findDrugBenefit(benefits, tier, pharmacy)
        expect(benefit).toEqual(service === null ? null : { service, network: 'in' })
      }
    },
  )
})
