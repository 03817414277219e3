import { expect, test } from 'vitest'
import { GatheredLists, settleTiers } from './lists.ts'

/** Gathers drugs with their tiers, and the costs of tiers, as the files of a run write them. */
function gather(
  drugs: readonly (readonly [name: string, ...tiers: string[]])[],
  costs: Readonly<Record<string, number>>,
) {
  const gathered = new GatheredLists()
  for (const [drug_name, ...tiers] of drugs)
    gathered.addDrug({
      ...{ rxnorm_id: null, drug_name, drug_class: null },
      plans: tiers.map((drug_tier) => ({ ...{ plan_id: 'P', drug_tier, years: [] }, ...noRules })),
    })
  for (const [drug_tier, copay_amount] of Object.entries(costs))
    gathered.addCosts({
      ...{ plan_id: 'P', years: [] },
      formulary: [{ drug_tier, cost_sharing: [{ ...sharing, copay_amount }] }],
    })
  const list = gathered.lists.get('P')
  if (list === undefined) throw new Error('Nothing was gathered.')
  const named = settleTiers(list)
  const tiers = [...named.list.rows.values()].map(({ name, tier }) => [name, tier] as const)
  const find = (tier: string | null) => named.list.costs.flatMap((one) => (one.tier === tier ? one.copayCents : []))
  return { gathered, costless: named.costless, drugs: tiers.map(([name, tier]) => [name, tier, ...find(tier)]) }
}
const noRules = { prior_authorization: null, step_therapy: null, quantity_limit: null }

test('IM-9 MP-17 a tier has its cost however drugs and costs spell it', () => {
  const spelled = ['NON-PREFERRED BRAND', 'Non-Preferred-Brand', 'non_preferred  brand']
  const { drugs, costless } = gather(
    spelled.map((tier, at) => [`Drug${at}`, tier]),
    { 'NON-PREFERRED-BRAND': 60 },
  )
  expect(drugs).toEqual(spelled.map((_, at) => [`Drug${at}`, 'NON-PREFERRED BRAND', 6_000]))
  expect(costless).toEqual([])
})

test('IM-9 MP-17 a drug listed twice in one tier, spelled in two ways, is in that tier', () => {
  const { gathered, drugs } = gather([['Alpha', 'GENERIC', 'Generic']], { generic: 10 })
  expect([gathered.contradictions, drugs]).toEqual([0, [['Alpha', 'GENERIC', 1_000]]])
  const two = gather([['Alpha', 'GENERIC', 'SPECIALTY', 'GENERIC']], { generic: 10 })
  expect([two.gathered.contradictions, two.drugs]).toEqual([1, [['Alpha', null]]])
})

test('IM-9 MP-17 tiers that differ by more than the characters between their words stay separate', () => {
  const tiers = ['Tier 1', 'Tier 1+', '一', '二']
  const { drugs } = gather(
    tiers.map((tier, at) => [`Drug${at}`, tier]),
    Object.fromEntries(tiers.map((tier, at) => [tier, at + 1])),
  )
  expect(drugs).toEqual(tiers.map((tier, at) => [`Drug${at}`, tier, (at + 1) * 100]))
})

test('IM-9 IM-3 a tier without a cost in the files is reported; in files without costs, there is nothing to report', () => {
  const all = [
    ['Alpha', 'GENERIC'],
    ['Beta', 'TIER-SEVEN'],
    ['Gamma', 'TIER-SEVEN'],
  ] as const
  expect(gather(all, { GENERIC: 10 }).costless).toEqual(['TIER-SEVEN'])
  expect(gather(all, {}).costless).toEqual([])
})

test('IM-9 MP-17 two entries that begin on the same day count until the later of their ends', () => {
  const drug = (drug_tier: string, ends: string) => ({
    ...{ rxnorm_id: null, drug_name: 'Alpha', drug_class: null },
    plans: [{ ...{ plan_id: 'P', drug_tier, pharmacies: [], ...noRules }, period: { begins: '2026-01-01', ends } }],
  })
  const costs = (copay_amount: number, ends: string) => ({
    ...{ plan_id: 'P', period: { begins: '2026-01-01', ends } },
    formulary: [{ drug_tier: 'A', cost_sharing: [{ ...sharing, copay_amount }] }],
  })
  const days = ['2026-06-30', '2026-12-31', '2026-03-31']
  for (const order of [days, days.toReversed()]) {
    const gathered = new GatheredLists()
    for (const end of order) gathered.addDrug(drug('A', end))
    for (const end of order) gathered.addCosts(costs(10, end))
    const { list, contradictions } = settleTiers(
      gathered.lists.get('P') ?? { rows: new Map(), costs: [], places: new Map() },
    )
    expect([...list.rows.values()]).toMatchObject([{ tier: 'A', ends: '2026-12-31' }])
    expect(list.costs).toMatchObject([{ copayCents: 1_000, ends: '2026-12-31' }])
    expect([gathered.contradictions, contradictions]).toEqual([0, 0])
  }
})
const sharing = {
  pharmacy_type: '1-MONTH-IN-RETAIL',
  ...{ copay_opt: null, coinsurance_rate: null, coinsurance_opt: null },
}
