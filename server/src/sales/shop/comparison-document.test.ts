import { metals, networkTypes } from '@portico/rules/shop/lines'
import { expect, test } from 'vitest'
import { type ComparisonJob, composeComparison } from './comparison-document.ts'

const plan = (metal: (typeof metals)[number] | null, networkType: (typeof networkTypes)[number] | null) =>
  ({
    planId: '90001PA0010004',
    name: 'Keyline Silver',
    metal,
    networkType,
    premiumCents: 35_418,
    deductibleCents: null,
    outOfPocketCents: null,
    halfStars: null,
    careCents: { rarely: 0, some: 0, lot: 0 },
  }) as unknown as ComparisonJob['plans'][number]

function composeBlocks(
  language: 'en' | 'es',
  plans: ComparisonJob['plans'],
  ages: readonly number[] = [40],
  care: ComparisonJob['care'] = null,
) {
  return composeComparison({
    kind: 'comparison',
    plans,
    care,
    planYear: 2027,
    county: { name: 'Allegheny', state: 'PA' } as ComparisonJob['county'],
    market: 'under65',
    ages,
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
    // In another order than the plans, and one of them is gone.
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
