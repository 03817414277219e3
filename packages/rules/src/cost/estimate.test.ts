import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { adjudicate } from '../claims/adjudicate.ts'
import type { Balance, Holder, LimitKind, Network } from '../coverage/balances.ts'
import { type EstimateOf, estimateCost, type SaidBenefit } from './estimate.ts'

/** `[limit, used]` in dollars; null: not known. */
type Amounts = readonly [number, number | null]
interface Year {
  readonly deductible?: Amounts
  readonly family?: Amounts
  readonly max?: Amounts
  readonly familyMax?: Amounts
}

function balancesOf(year: Year, network: Network = 'in'): Balance[] {
  const of = (kind: LimitKind, holder: Holder, amounts: Amounts | undefined): Balance[] =>
    amounts === undefined
      ? []
      : [
          {
            kind,
            holder,
            network,
            limitCents: cents(amounts[0]),
            asOf: null,
            ...{
              usedCents: amounts[1] === null ? null : cents(amounts[1]),
              basis: amounts[1] === null ? null : 'counted',
            },
          },
        ]
  return [
    ...of('deductible', 'person', year.deductible),
    ...of('deductible', 'family', year.family),
    ...of('out-of-pocket', 'person', year.max),
    ...of('out-of-pocket', 'family', year.familyMax),
  ]
}

const cents = (dollars: number) => Math.round(dollars * 100)
const benefit = (said: Partial<SaidBenefit>): SaidBenefit => ({
  covered: true,
  copayCents: null,
  coinsurance: null,
  deductibleApplies: false,
  ...said,
})
const copay = (dollars: number, more: Partial<SaidBenefit> = {}) => benefit({ copayCents: cents(dollars), ...more })
const percent = (coinsurance: number, more: Partial<SaidBenefit> = {}) =>
  benefit({ coinsurance, deductibleApplies: true, ...more })
const never = benefit({ covered: false })
const fresh: Year = { deductible: [1500, 0], max: [4000, 0] }
const met: Year = { deductible: [1500, 1500], max: [4000, 1500] }

interface Example {
  readonly says: string
  readonly of: SaidBenefit
  readonly year: Year
  /** The agreed price, in dollars. */
  readonly price: number
  /**
   * Deductible, copay, coinsurance, not covered, what the provider bills above the agreed price; then what the plan and the member
   * pay.
   */
  readonly gives: readonly [number, number, number, number, number, number, number]
  readonly billed?: number
  readonly out?: true
}

/**
 * Worked out by hand from the rules of adjudication: not covered; deductible; copay or coinsurance; never above the out-of-pocket
 * maximum.
 */
const examples: readonly Example[] = [
  // Before the deductible is met.
  {
    says: 'nothing paid yet, price below the deductible',
    of: percent(20),
    year: fresh,
    price: 612,
    gives: [612, 0, 0, 0, 0, 0, 612],
  },
  {
    says: 'price as high as the deductible',
    of: percent(20),
    year: fresh,
    price: 1500,
    gives: [1500, 0, 0, 0, 0, 0, 1500],
  },
  {
    says: 'price one cent above it',
    of: percent(20),
    year: fresh,
    price: 1500.01,
    gives: [1500, 0, 0, 0, 0, 0.01, 1500],
  },
  {
    says: 'price above it: a fifth of the rest',
    of: percent(20),
    year: fresh,
    price: 2000,
    gives: [1500, 0, 100, 0, 0, 400, 1600],
  },
  {
    says: 'part of it met',
    of: percent(20),
    year: { deductible: [1500, 1200], max: [4000, 1200] },
    price: 612,
    gives: [300, 0, 62.4, 0, 0, 249.6, 362.4],
  },
  {
    says: 'one cent of it left',
    of: percent(20),
    year: { deductible: [1500, 1499.99], max: [4000, 1499.99] },
    price: 100,
    gives: [0.01, 0, 20, 0, 0, 79.99, 20.01],
  },
  {
    says: 'a copay after the deductible, not met',
    of: copay(250, { deductibleApplies: true }),
    year: fresh,
    price: 1180,
    gives: [1180, 0, 0, 0, 0, 0, 1180],
  },
  {
    says: 'a copay after the deductible, met on the way',
    of: copay(250, { deductibleApplies: true }),
    year: { deductible: [1500, 1000], max: [4000, 1000] },
    price: 1180,
    gives: [500, 250, 0, 0, 0, 430, 750],
  },
  {
    says: 'a copay after the deductible, little left for it',
    of: copay(250, { deductibleApplies: true }),
    year: { deductible: [1500, 400], max: [4000, 400] },
    price: 1180,
    gives: [1100, 80, 0, 0, 0, 0, 1180],
  },
  // After the deductible is met.
  { says: 'met: a fifth', of: percent(20), year: met, price: 612, gives: [0, 0, 122.4, 0, 0, 489.6, 122.4] },
  {
    says: 'met: a fifth of an odd price, rounded to the cent',
    of: percent(20),
    year: met,
    price: 46.33,
    gives: [0, 0, 9.27, 0, 0, 37.06, 9.27],
  },
  { says: 'met: half a cent goes up', of: percent(15), year: met, price: 0.1, gives: [0, 0, 0.02, 0, 0, 0.08, 0.02] },
  { says: 'met: 30 percent', of: percent(30), year: met, price: 318.4, gives: [0, 0, 95.52, 0, 0, 222.88, 95.52] },
  {
    says: 'met: a copay after it',
    of: copay(250, { deductibleApplies: true }),
    year: met,
    price: 1180,
    gives: [0, 250, 0, 0, 0, 930, 250],
  },
  {
    says: 'more used than the limit asks for',
    of: percent(20),
    year: { deductible: [1500, 1600], max: [4000, 1600] },
    price: 100,
    gives: [0, 0, 20, 0, 0, 80, 20],
  },
  {
    says: 'a plan without a deductible for it',
    of: percent(20, { deductibleApplies: false }),
    year: fresh,
    price: 250,
    gives: [0, 0, 50, 0, 0, 200, 50],
  },
  {
    says: 'a deductible of nothing',
    of: percent(10),
    year: { deductible: [0, 0], max: [3000, 0] },
    price: 90,
    gives: [0, 0, 9, 0, 0, 81, 9],
  },
  // Copays, and copays that are waived.
  { says: 'a copay, deductible or not', of: copay(25), year: fresh, price: 128, gives: [0, 25, 0, 0, 0, 103, 25] },
  {
    says: 'a copay above the price: the price',
    of: copay(60),
    year: fresh,
    price: 46.35,
    gives: [0, 46.35, 0, 0, 0, 0, 46.35],
  },
  { says: 'copay waived', of: copay(0), year: fresh, price: 137.42, gives: [0, 0, 0, 0, 0, 137.42, 0] },
  {
    says: 'copay waived, but after the deductible',
    of: copay(0, { deductibleApplies: true }),
    year: { deductible: [3200, 3150], max: [6000, 3150] },
    price: 80,
    gives: [50, 0, 0, 0, 0, 30, 50],
  },
  { says: 'no coinsurance', of: percent(0), year: met, price: 500, gives: [0, 0, 0, 0, 0, 500, 0] },
  { says: 'all of it the member’s', of: percent(100), year: met, price: 500, gives: [0, 0, 500, 0, 0, 0, 500] },
  {
    says: 'a copay and a percent of the rest',
    of: copay(50, { coinsurance: 10 }),
    year: met,
    price: 250,
    gives: [0, 50, 20, 0, 0, 180, 70],
  },
  // At the out-of-pocket maximum.
  {
    says: 'the yearly most is reached: the plan pays all',
    of: percent(20),
    year: { deductible: [1500, 1500], max: [4000, 4000] },
    price: 14850,
    gives: [0, 0, 0, 0, 0, 14850, 0],
  },
  {
    says: 'the yearly most is reached on the way',
    of: percent(20),
    year: { deductible: [1500, 1500], max: [4000, 3900] },
    price: 14850,
    gives: [0, 0, 100, 0, 0, 14750, 100],
  },
  {
    says: 'the yearly most from nothing',
    of: percent(20),
    year: fresh,
    price: 20000,
    gives: [1500, 0, 2500, 0, 0, 16000, 4000],
  },
  {
    says: 'the yearly most cuts a copay',
    of: copay(60),
    year: { deductible: [1500, 0], max: [4000, 3970] },
    price: 165,
    gives: [0, 30, 0, 0, 0, 135, 30],
  },
  {
    says: 'the yearly most cuts the deductible',
    of: percent(20),
    year: { deductible: [1500, 0], max: [1000, 0] },
    price: 1200,
    gives: [1000, 0, 0, 0, 0, 200, 1000],
  },
  // A family.
  {
    says: 'embedded: the family has met its deductible, the person not',
    of: percent(20),
    year: { deductible: [1500, 200], family: [3000, 3000], max: [4000, 200], familyMax: [8000, 3000] },
    price: 612,
    gives: [0, 0, 122.4, 0, 0, 489.6, 122.4],
  },
  {
    says: 'embedded: the person has met theirs, the family not',
    of: percent(20),
    year: { deductible: [1500, 1500], family: [3000, 1500], max: [4000, 1500], familyMax: [8000, 1500] },
    price: 612,
    gives: [0, 0, 122.4, 0, 0, 489.6, 122.4],
  },
  {
    says: 'embedded: the family has less left than the person',
    of: percent(20),
    year: { deductible: [1500, 0], family: [3000, 2900], max: [4000, 0], familyMax: [8000, 2900] },
    price: 612,
    gives: [100, 0, 102.4, 0, 0, 409.6, 202.4],
  },
  {
    says: 'embedded: the family’s most is nearer than the person’s',
    of: percent(20),
    year: { deductible: [1500, 1500], family: [3000, 3000], max: [4000, 1500], familyMax: [8000, 7950] },
    price: 1000,
    gives: [0, 0, 50, 0, 0, 950, 50],
  },
  {
    says: 'aggregate: the family’s deductible alone',
    of: percent(20),
    year: { family: [6400, 6000], familyMax: [12000, 6000] },
    price: 612,
    gives: [400, 0, 42.4, 0, 0, 169.6, 442.4],
  },
  // Not covered: counts toward nothing, and no out-of-pocket maximum applies.
  { says: 'not covered', of: never, year: fresh, price: 900, gives: [0, 0, 0, 900, 0, 0, 900] },
  {
    says: 'not covered, the yearly most reached',
    of: never,
    year: { deductible: [1500, 1500], max: [4000, 4000] },
    price: 900,
    gives: [0, 0, 0, 900, 0, 0, 900],
  },
  // Out of network: the member pays whatever is above the allowed amount, and it counts toward nothing.
  {
    says: 'out of network, nothing above',
    of: percent(40),
    year: { deductible: [3000, 3000], max: [8000, 3000] },
    price: 200,
    billed: 200,
    out: true,
    gives: [0, 0, 80, 0, 0, 120, 80],
  },
  {
    says: 'out of network, billed above what is allowed',
    of: percent(40),
    year: { deductible: [3000, 3000], max: [8000, 3000] },
    price: 200,
    billed: 350,
    out: true,
    gives: [0, 0, 80, 0, 150, 120, 230],
  },
  {
    says: 'out of network, before its own deductible',
    of: percent(40),
    year: { deductible: [3000, 0], max: [8000, 0] },
    price: 200,
    billed: 350,
    out: true,
    gives: [200, 0, 0, 0, 150, 0, 350],
  },
  {
    says: 'out of network, the yearly most reached: what is above stays',
    of: percent(40),
    year: { deductible: [3000, 3000], max: [8000, 8000] },
    price: 200,
    billed: 350,
    out: true,
    gives: [0, 0, 0, 0, 150, 200, 150],
  },
  {
    says: 'out of network and not covered there',
    of: never,
    year: { deductible: [3000, 0], max: [8000, 0] },
    price: 611.75,
    billed: 611.75,
    out: true,
    gives: [0, 0, 0, 611.75, 0, 0, 611.75],
  },
]

const asked = (example: Example): EstimateOf => ({
  network: example.out ? 'out' : 'in',
  benefit: example.of,
  balances: balancesOf(example.year, example.out ? 'out' : 'in'),
  allowed: { lowCents: cents(example.price), highCents: cents(example.price) },
  ...(example.billed !== undefined && { billedCents: cents(example.billed) }),
})

describe('MP-26 what care would cost', () => {
  test('MP-26 there are at least 40 worked examples', () => {
    expect(examples.length).toBeGreaterThanOrEqual(40)
    expect(new Set(examples.map(({ says }) => says)).size).toBe(examples.length)
  })

  test.each(examples)('MP-26 $says', (example) => {
    const estimate = estimateCost(asked(example))
    if (!estimate.known) throw new Error(estimate.why)
    const { low, high } = estimate
    expect(low).toEqual(high)
    const got = [low.deductibleCents, low.copayCents, low.coinsuranceCents, low.notCoveredCents, low.aboveCents]
    expect([...got, low.planPaysCents, low.youPayCents]).toEqual(example.gives.map(cents))
  })

  test('MP-26 a bundle of several prices is a range, from the least to the most', () => {
    const estimate = estimateCost({
      network: 'in',
      benefit: percent(20),
      balances: balancesOf(met),
      allowed: { lowCents: cents(1000), highCents: cents(5000) },
    })
    expect(estimate).toMatchObject({ known: true, low: { youPayCents: 20_000 }, high: { youPayCents: 100_000 } })
  })

  test('MP-26 where the plan does not say whether its deductible comes first, the range holds both', () => {
    const estimate = estimateCost({
      network: 'in',
      benefit: percent(20, { deductibleApplies: null }),
      balances: balancesOf(fresh),
      allowed: { lowCents: cents(100), highCents: cents(100) },
    })
    expect(estimate).toMatchObject({ known: true, low: { youPayCents: 2_000 }, high: { youPayCents: 10_000 } })
  })

  test.each([
    ['rate', { allowed: null }],
    ['benefit', { benefit: null }],
    ['benefit', { benefit: benefit({}) }],
    ['used', { balances: balancesOf({ deductible: [1500, null], max: [4000, null] }) }],
    ['used', { balances: [] }],
  ] as const)('MP-26 what is not known is said to be not known: %s', (why, missing) => {
    const whole: EstimateOf = {
      network: 'in',
      benefit: percent(20),
      balances: balancesOf(met),
      allowed: { lowCents: 100, highCents: 100 },
    }
    expect(estimateCost({ ...whole, ...missing })).toEqual({ known: false, why })
  })

  test('MP-26 without a known yearly most the estimate is the most, and says so', () => {
    const of = { network: 'in', benefit: copay(25), allowed: { lowCents: 12_800, highCents: 12_800 } } as const
    const year = { max: [4000, null] } as const
    expect(estimateCost({ ...of, balances: balancesOf(year) })).toMatchObject({
      atMost: true,
      low: { youPayCents: 2_500 },
    })
    expect(estimateCost({ ...of, balances: balancesOf(fresh) })).toMatchObject({ atMost: false })
    expect(estimateCost({ ...of, benefit: copay(0), balances: balancesOf(year) })).toMatchObject({ atMost: false })
  })

  test('MP-26 an estimate says what a claim of the same day would be decided as, and its sum adds up', () => {
    const amount = fc.integer({ min: 0, max: 1_000_000 })
    fc.assert(
      fc.property(
        fc.record({
          price: fc.integer({ min: 1, max: 5_000_000 }),
          covered: fc.boolean(),
          first: fc.boolean(),
          copay: fc.option(amount),
          percent: fc.integer({ min: 0, max: 100 }),
          limits: fc.array(amount, { minLength: 8, maxLength: 8 }),
        }),
        ({ price, covered, first, copay: asks, percent: share, limits }) => {
          const [d1 = 0, u1 = 0, d2 = 0, u2 = 0, m1 = 0, v1 = 0, m2 = 0, v2 = 0] = limits
          const balances = balancesOf({
            deductible: [d1 / 100, u1 / 100],
            family: [d2 / 100, u2 / 100],
            max: [m1 / 100, v1 / 100],
            familyMax: [m2 / 100, v2 / 100],
          })
          const estimate = estimateCost({
            network: 'in',
            balances,
            allowed: { lowCents: price, highCents: price },
            benefit: { covered, copayCents: asks, coinsurance: asks === null ? share : null, deductibleApplies: first },
          })
          const decided = adjudicate(
            {
              person: { deductible: d1, outOfPocket: m1 },
              family: { deductible: d2, outOfPocket: m2 },
              embedded: true,
            },
            { person: { deductible: u1, outOfPocket: v1 }, family: { deductible: u2, outOfPocket: v2 } },
            [
              {
                billed: price,
                allowed: price,
                benefit: { covered, deductible: first, coinsurance: share, ...(asks !== null && { copay: asks }) },
              },
            ],
          ).lines[0]
          if (!estimate.known || decided === undefined) throw new Error('There is an estimate.')
          const { low } = estimate
          expect(low.planPaysCents + low.youPayCents).toBe(low.allowedCents)
          expect(low).toMatchObject({
            deductibleCents: decided.deductible,
            copayCents: decided.copay,
            coinsuranceCents: decided.coinsurance,
            notCoveredCents: decided.notCovered,
          })
        },
      ),
    )
  })
})
