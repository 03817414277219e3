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

function buildBalances(year: Year, network: Network = 'in'): Balance[] {
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
const copayAfterDeductible = (dollars: number) => copay(dollars, { deductibleApplies: true })
const percent = (coinsurance: number, more: Partial<SaidBenefit> = {}) =>
  benefit({ coinsurance, deductibleApplies: true, ...more })
const never = benefit({ covered: false })
const year = (deductible: Amounts, max: Amounts): Year => ({ deductible, max })
const fresh = year([1500, 0], [4000, 0])
const met = year([1500, 1500], [4000, 1500])

/**
 * Title, benefit, the year so far, and the agreed price in dollars. Then the expected result: deductible, copay, coinsurance, not
 * covered, what the provider bills above the agreed price; what the plan and the member pay. Last, out of network only, the billed
 * amount.
 */
type Example = readonly [
  says: string,
  of: SaidBenefit,
  year: Year,
  price: number,
  gives: readonly [number, number, number, number, number, number, number],
  billed?: number,
]

/** Computed by hand from the adjudication rules: not covered; deductible; copay or coinsurance; never above the out-of-pocket maximum. */
const examples: readonly Example[] = [
  // Before the deductible is met.
  ['nothing paid yet, price below the deductible', percent(20), fresh, 612, [612, 0, 0, 0, 0, 0, 612]],
  ['price as high as the deductible', percent(20), fresh, 1500, [1500, 0, 0, 0, 0, 0, 1500]],
  ['price one cent above it', percent(20), fresh, 1500.01, [1500, 0, 0, 0, 0, 0.01, 1500]],
  ['price above it: a fifth of the rest', percent(20), fresh, 2000, [1500, 0, 100, 0, 0, 400, 1600]],
  ['part of it met', percent(20), year([1500, 1200], [4000, 1200]), 612, [300, 0, 62.4, 0, 0, 249.6, 362.4]],
  ['one cent of it left', percent(20), year([1500, 1499.99], [4000, 1499.99]), 100, [0.01, 0, 20, 0, 0, 79.99, 20.01]],
  ['a copay after the deductible, not met', copayAfterDeductible(250), fresh, 1180, [1180, 0, 0, 0, 0, 0, 1180]],
  [
    'a copay after the deductible, met on the way',
    copayAfterDeductible(250),
    year([1500, 1000], [4000, 1000]),
    1180,
    [500, 250, 0, 0, 0, 430, 750],
  ],
  [
    'a copay after the deductible, little left for it',
    copayAfterDeductible(250),
    year([1500, 400], [4000, 400]),
    1180,
    [1100, 80, 0, 0, 0, 0, 1180],
  ],
  // After the deductible is met.
  ['met: a fifth', percent(20), met, 612, [0, 0, 122.4, 0, 0, 489.6, 122.4]],
  ['met: a fifth of an odd price, rounded to the cent', percent(20), met, 46.33, [0, 0, 9.27, 0, 0, 37.06, 9.27]],
  ['met: half a cent goes up', percent(15), met, 0.1, [0, 0, 0.02, 0, 0, 0.08, 0.02]],
  ['met: 30 percent', percent(30), met, 318.4, [0, 0, 95.52, 0, 0, 222.88, 95.52]],
  ['met: a copay after it', copayAfterDeductible(250), met, 1180, [0, 250, 0, 0, 0, 930, 250]],
  ['more used than the limit asks for', percent(20), year([1500, 1600], [4000, 1600]), 100, [0, 0, 20, 0, 0, 80, 20]],
  [
    'a plan without a deductible for it',
    percent(20, { deductibleApplies: false }),
    fresh,
    250,
    [0, 0, 50, 0, 0, 200, 50],
  ],
  ['a deductible of nothing', percent(10), year([0, 0], [3000, 0]), 90, [0, 0, 9, 0, 0, 81, 9]],
  // Copays, and copays that are waived.
  ['a copay, deductible or not', copay(25), fresh, 128, [0, 25, 0, 0, 0, 103, 25]],
  ['a copay above the price: the price', copay(60), fresh, 46.35, [0, 46.35, 0, 0, 0, 0, 46.35]],
  ['copay waived', copay(0), fresh, 137.42, [0, 0, 0, 0, 0, 137.42, 0]],
  [
    'copay waived, but after the deductible',
    copayAfterDeductible(0),
    year([3200, 3150], [6000, 3150]),
    80,
    [50, 0, 0, 0, 0, 30, 50],
  ],
  ['no coinsurance', percent(0), met, 500, [0, 0, 0, 0, 0, 500, 0]],
  ['all of it the member’s', percent(100), met, 500, [0, 0, 500, 0, 0, 0, 500]],
  ['a copay and a percent of the rest', copay(50, { coinsurance: 10 }), met, 250, [0, 50, 20, 0, 0, 180, 70]],
  // At the out-of-pocket maximum.
  [
    'the yearly most is reached: the plan pays all',
    percent(20),
    year([1500, 1500], [4000, 4000]),
    14850,
    [0, 0, 0, 0, 0, 14850, 0],
  ],
  [
    'the yearly most is reached on the way',
    percent(20),
    year([1500, 1500], [4000, 3900]),
    14850,
    [0, 0, 100, 0, 0, 14750, 100],
  ],
  ['the yearly most from nothing', percent(20), fresh, 20000, [1500, 0, 2500, 0, 0, 16000, 4000]],
  ['the yearly most cuts a copay', copay(60), year([1500, 0], [4000, 3970]), 165, [0, 30, 0, 0, 0, 135, 30]],
  ['the yearly most cuts the deductible', percent(20), year([1500, 0], [1000, 0]), 1200, [1000, 0, 0, 0, 0, 200, 1000]],
  // A family.
  [
    'embedded: the family has met its deductible, the person not',
    percent(20),
    { deductible: [1500, 200], family: [3000, 3000], max: [4000, 200], familyMax: [8000, 3000] },
    612,
    [0, 0, 122.4, 0, 0, 489.6, 122.4],
  ],
  [
    'embedded: the person has met theirs, the family not',
    percent(20),
    { deductible: [1500, 1500], family: [3000, 1500], max: [4000, 1500], familyMax: [8000, 1500] },
    612,
    [0, 0, 122.4, 0, 0, 489.6, 122.4],
  ],
  [
    'embedded: the family has less left than the person',
    percent(20),
    { deductible: [1500, 0], family: [3000, 2900], max: [4000, 0], familyMax: [8000, 2900] },
    612,
    [100, 0, 102.4, 0, 0, 409.6, 202.4],
  ],
  [
    'embedded: the family’s most is nearer than the person’s',
    percent(20),
    { deductible: [1500, 1500], family: [3000, 3000], max: [4000, 1500], familyMax: [8000, 7950] },
    1000,
    [0, 0, 50, 0, 0, 950, 50],
  ],
  [
    'aggregate: the family’s deductible alone',
    percent(20),
    { family: [6400, 6000], familyMax: [12000, 6000] },
    612,
    [400, 0, 42.4, 0, 0, 169.6, 442.4],
  ],
  // Not covered: it counts toward nothing, and no out-of-pocket maximum applies.
  ['not covered', never, fresh, 900, [0, 0, 0, 900, 0, 0, 900]],
  ['not covered, the yearly most reached', never, year([1500, 1500], [4000, 4000]), 900, [0, 0, 0, 900, 0, 0, 900]],
  // Out of network: the member pays whatever is above the allowed amount, and it counts toward nothing.
  ['out of network, nothing above', percent(40), year([3000, 3000], [8000, 3000]), 200, [0, 0, 80, 0, 0, 120, 80], 200],
  [
    'out of network, billed above what is allowed',
    percent(40),
    year([3000, 3000], [8000, 3000]),
    200,
    [0, 0, 80, 0, 150, 120, 230],
    350,
  ],
  [
    'out of network, before its own deductible',
    percent(40),
    year([3000, 0], [8000, 0]),
    200,
    [200, 0, 0, 0, 150, 0, 350],
    350,
  ],
  [
    'out of network, the yearly most reached: what is above stays',
    percent(40),
    year([3000, 3000], [8000, 8000]),
    200,
    [0, 0, 0, 0, 150, 200, 150],
    350,
  ],
  [
    'out of network and not covered there',
    never,
    year([3000, 0], [8000, 0]),
    611.75,
    [0, 0, 0, 611.75, 0, 0, 611.75],
    611.75,
  ],
]

function buildQuestion([, of, so, price, , billed]: Example): EstimateOf {
  const network = billed === undefined ? 'in' : 'out'
  const allowed = { lowCents: cents(price), highCents: cents(price) }
  const bill = billed === undefined ? {} : { billedCents: cents(billed) }
  return { network, benefit: of, balances: buildBalances(so, network), allowed, ...bill }
}

describe('MP-26 what care would cost', () => {
  test('MP-26 there are at least 40 worked examples', () => {
    expect(examples.length).toBeGreaterThanOrEqual(40)
    expect(new Set(examples.map(([says]) => says)).size).toBe(examples.length)
  })

  test.each(examples.map((example) => [example[0], example] as const))('MP-26 %s', (_, example) => {
    const estimate = estimateCost(buildQuestion(example))
    if (!estimate.known) throw new Error(estimate.why)
    const { low, high } = estimate
    expect(low).toEqual(high)
    const got = [low.deductibleCents, low.copayCents, low.coinsuranceCents, low.notCoveredCents, low.aboveCents]
    expect([...got, low.planPaysCents, low.youPayCents]).toEqual(example[4].map(cents))
  })

  test('MP-26 a bundle of several prices is a range, from the least to the most', () => {
    const estimate = estimateCost({
      network: 'in',
      benefit: percent(20),
      balances: buildBalances(met),
      allowed: { lowCents: cents(1000), highCents: cents(5000) },
    })
    expect(estimate).toMatchObject({ known: true, low: { youPayCents: 20_000 }, high: { youPayCents: 100_000 } })
  })

  test('MP-26 if the plan does not say whether its deductible comes first, the range covers both cases', () => {
    const estimate = estimateCost({
      network: 'in',
      benefit: percent(20, { deductibleApplies: null }),
      balances: buildBalances(fresh),
      allowed: { lowCents: cents(100), highCents: cents(100) },
    })
    expect(estimate).toMatchObject({ known: true, low: { youPayCents: 2_000 }, high: { youPayCents: 10_000 } })
  })

  test.each([
    ['rate', { allowed: null }],
    ['benefit', { benefit: null }],
    ['benefit', { benefit: benefit({}) }],
    ['used', { balances: buildBalances({ deductible: [1500, null], max: [4000, null] }) }],
    ['used', { balances: [] }],
  ] as const)('MP-26 an unknown value is reported as unknown: %s', (why, missing) => {
    const whole: EstimateOf = {
      network: 'in',
      benefit: percent(20),
      balances: buildBalances(met),
      allowed: { lowCents: 100, highCents: 100 },
    }
    expect(estimateCost({ ...whole, ...missing })).toEqual({ known: false, why })
  })

  test('MP-26 without a known yearly maximum, the estimate is an upper limit, and says so', () => {
    const of = { network: 'in', benefit: copay(25), allowed: { lowCents: 12_800, highCents: 12_800 } } as const
    const year = { max: [4000, null] } as const
    expect(estimateCost({ ...of, balances: buildBalances(year) })).toMatchObject({
      atMost: true,
      low: { youPayCents: 2_500 },
    })
    expect(estimateCost({ ...of, balances: buildBalances(fresh) })).toMatchObject({ atMost: false })
    expect(estimateCost({ ...of, benefit: copay(0), balances: buildBalances(year) })).toMatchObject({ atMost: false })
  })

  test('MP-26 an estimate equals the decision on a claim of the same day, and adds up', () => {
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
          const balances = buildBalances({
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
