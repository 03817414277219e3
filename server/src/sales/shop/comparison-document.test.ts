import { metals, networkTypes } from '@portico/rules/shop/lines'
import { expect, test } from 'vitest'
import { type ComparisonJob, composeComparison } from './comparison-document.ts'

const plan = (metal: (typeof metals)[number] | null, networkType: (typeof networkTypes)[number] | null) =>
  ({
    planId: '90001PA0010004',
    name: 'Keyline Silver',
    metal,
    networkType,
    line: 'medical',
    premiumCents: 35_418,
    monthCents: 35_418,
    creditCents: 0,
    reduction: null,
    benefits: [],
    ...{ deductibleCents: 550_000, deductibleFamilyCents: 1_100_000, deductibleEachCents: 550_000 },
    ...{ outOfPocketCents: null, outOfPocketFamilyCents: null, outOfPocketEachCents: null },
    halfStars: null,
    careCents: { rarely: 0, some: 0, lot: 0 },
  }) as unknown as ComparisonJob['plans'][number]

function composeBlocks(
  language: 'en' | 'es',
  plans: ComparisonJob['plans'],
  ages: readonly number[] = [40],
  care: ComparisonJob['care'] = null,
  creditFrom: string | null = null,
) {
  return composeComparison({
    kind: 'comparison',
    plans,
    care,
    planYear: 2027,
    county: { name: 'Allegheny', state: 'PA' } as ComparisonJob['county'],
    market: 'under65',
    ages,
    creditFrom,
    sender: { name: 'Blue Plan West' } as ComparisonJob['sender'],
    language,
    now: new Date('2026-11-20T12:00:00Z'),
  }).blocks
}

function listRows(language: 'en' | 'es', plans: ComparisonJob['plans']) {
  return composeBlocks(language, plans).flatMap((block) =>
    block.kind === 'table' ? block.rows.map(({ cells }) => cells) : [],
  )
}

test('SH-6 LG-4 a comparison names networks and metal levels in its language, as its page does', () => {
  const rows = (language: 'en' | 'es') =>
    listRows(language, [plan('expanded-bronze', 'INDEMNITY'), plan('silver', 'PPO'), plan(null, null)])
  expect(rows('en')).toContainEqual(['Network', 'Any doctor', 'PPO', 'Not known'])
  expect(rows('en')).toContainEqual(['Metal level', 'Expanded Bronze', 'Silver', 'None'])
  expect(rows('es')).toContainEqual(['Red', 'Cualquier médico', 'PPO', 'No se sabe'])
  expect(rows('es')).toContainEqual(['Nivel de metal', 'Bronce ampliado', 'Plata', 'Ninguno'])
  for (const metal of metals) {
    for (const network of networkTypes) expect(() => listRows('es', [plan(metal, network)])).not.toThrow()
  }
})

test('SH-6 LG-4 a comparison for one person does not speak of several', () => {
  const about = (language: 'en' | 'es', ages: readonly number[]) =>
    composeBlocks(language, [plan('silver', 'PPO')], ages).flatMap((block) =>
      block.kind === 'text' ? block.text : [],
    )[0]
  expect(about('en', [40])).toContain('Premiums are for a person of this age: 40.')
  expect(about('en', [40, 8])).toContain('Premiums are for people of these ages: 40, 8.')
  expect(about('es', [40])).toContain('Las primas son para una persona de esta edad: 40.')
})

test('SH-4 SH-6 a comparison says how each plan covers the doctors and drugs, as its page does', () => {
  const listed = { standing: 'listed', tier: 'generic', tierName: 'TIER 1' } as const
  const inWords = { standing: 'listed', tier: null, tierName: 'Tier Two' } as const
  const not = (standing: 'not-listed' | 'unknown') => ({ standing, tier: null, tierName: null })
  const plans = ['1', '2', '3', '4'].map((planId) => ({ ...plan('silver', 'PPO'), planId })) as ComparisonJob['plans']
  const care: ComparisonJob['care'] = {
    doctors: [
      { providerId: '7', name: 'Ana Lee' },
      { providerId: '8', name: 'Bo Ray' },
    ],
    drugs: [{ drugId: '9', name: 'Metformin' }],
    // The care answers come in another order than the plans, and one is missing.
    plans: [
      { planId: '3', doctors: ['unknown', 'in'], drugs: null },
      { planId: '1', doctors: ['in', 'out'], drugs: [listed] },
      { planId: '2', doctors: ['out', 'in'], drugs: [inWords] },
    ],
  }
  const rows = (language: 'en' | 'es', told = care) =>
    composeBlocks(language, plans, [40], told).flatMap((block) =>
      block.kind === 'table'
        ? block.rows.map(({ cells }) => cells).filter(([first]) => /Ana|Bo|Metf/.test(`${first}`))
        : [],
    )
  expect(rows('en')).toEqual([
    ['Doctor: Ana Lee', 'In network', 'Not in network', 'Not known', 'Not known'],
    ['Doctor: Bo Ray', 'Not in network', 'In network', 'In network', 'Not known'],
    [
      ...['Drug: Metformin', 'On the drug list (Generic)', 'On the drug list (Tier Two)'],
      ...['Does not pay for drugs from a pharmacy', 'Not known'],
    ],
  ])
  expect(rows('es')[0]).toEqual(['Médico: Ana Lee', 'En la red', 'No está en la red', 'No se sabe', 'No se sabe'])
  const drugs = (...told: readonly ReturnType<typeof not>[]) =>
    rows('en', {
      ...care,
      doctors: [],
      plans: told.map((drug, at) => ({ planId: `${at + 1}`, doctors: [], drugs: [drug] })),
    })
  expect(drugs(not('not-listed'), not('unknown'))[0]?.slice(1, 3)).toEqual(['Not on the drug list', 'Not known'])
  const composeText = (told: ComparisonJob['care']) => JSON.stringify(composeBlocks('en', plans, [40], told))
  expect(composeText(care)).toContain('Networks and drug lists change')
  expect(composeText(null)).not.toMatch(/Networks and drug lists|Doctor:/)
})

test('SH-3 SH-6 a comparison for a family shows the family’s limits, and says which kind they are', () => {
  const [one] = [plan('silver', 'PPO')]
  const deductible = (ages: readonly number[], more: object = {}, language: 'en' | 'es' = 'en') =>
    composeBlocks(language, [{ ...one, ...more }], ages).flatMap((block) =>
      block.kind === 'table'
        ? block.rows.filter(({ cells }) => /^Dedu/.test(`${cells[0]}`)).map(({ cells }) => cells[1])
        : [],
    )
  expect(deductible([40])).toEqual(['$5,500'])
  expect(deductible([40, 8])).toEqual(['$11,000 for the family, at most $5,500 for each person'])
  const shared = { deductibleEachCents: 'shared' }
  expect(deductible([40, 8], shared)).toEqual([
    '$11,000 for the family together, with no separate amount for each person',
  ])
  expect(deductible([40, 8], { deductibleFamilyCents: null })).toEqual(['Not known for a family'])
  expect(deductible([40, 8], shared, 'es')).toEqual(['$11,000 para toda la familia, sin un monto aparte por persona'])
})

test('SH-5 SH-6 prices after the credit stand beside the full ones, with the only place where the credit is available', () => {
  const credited = { ...plan('silver', 'PPO'), monthCents: 5_418, creditCents: 30_000 }
  const blocks = composeBlocks('en', [credited], [40], null, 'Pennie')
  const rows = blocks.flatMap((block) => (block.kind === 'table' ? block.rows.map(({ cells }) => cells) : []))
  expect(rows).toContainEqual(['Monthly premium after the estimated tax credit', '$54.18'])
  expect(rows).toContainEqual(['Monthly premium, full price', '$354.18'])
  expect(JSON.stringify(blocks)).toContain('only if you enroll through Pennie')
  expect(JSON.stringify(composeBlocks('en', [plan('silver', 'PPO')]))).not.toContain('tax credit is an estimate')
})

test('SH-3 SH-6 network tiers, a separate deductible for drugs and dental plans are told apart side by side', () => {
  const own = { ...plan('silver', 'PPO'), tiered: true, drugDeductibleCents: 50_000 }
  const dental = { ...plan(null, 'PPO'), line: 'dental' as const, outOfPocketCents: 35_000 }
  const rows = listRows('en', [own, dental])
  const [levels, deductible] = [
    'PPO · Costs are those of the first level of the network. Other levels may cost more.',
    'Care: $5,500. Drugs: $500.',
  ]
  expect(rows).toContainEqual(['Network', levels, 'PPO'])
  expect(rows).toContainEqual(['Deductible', deductible, '$5,500'])
  expect(rows.flat()).not.toContain('$350')
})
