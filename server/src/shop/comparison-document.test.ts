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

function blocksOf(language: 'en' | 'es', plans: ComparisonJob['plans'], ages: readonly number[] = [40]) {
  return composeComparison({
    kind: 'comparison',
    plans,
    planYear: 2027,
    county: { name: 'Allegheny', state: 'PA' } as ComparisonJob['county'],
    market: 'under65',
    ages,
    sender: { name: 'Blue Plan West' } as ComparisonJob['sender'],
    language,
    now: new Date('2026-11-20T12:00:00Z'),
  }).blocks
}

function rowsOf(language: 'en' | 'es', plans: ComparisonJob['plans']) {
  return blocksOf(language, plans).flatMap((block) =>
    block.kind === 'table' ? block.rows.map(({ cells }) => cells) : [],
  )
}

test('SH-6 LG-4 a comparison names networks and metal levels in its language, as its page does', () => {
  const rows = (language: 'en' | 'es') =>
    rowsOf(language, [plan('expanded-bronze', 'INDEMNITY'), plan('silver', 'PPO'), plan(null, null)])
  expect(rows('en')).toContainEqual(['Network', 'Any doctor', 'PPO', 'Not known'])
  expect(rows('en')).toContainEqual(['Metal level', 'Expanded Bronze', 'Silver', 'None'])
  expect(rows('es')).toContainEqual(['Red', 'Cualquier médico', 'PPO', 'No se sabe'])
  expect(rows('es')).toContainEqual(['Nivel de metal', 'Bronce ampliado', 'Plata', 'Ninguno'])
  for (const metal of metals) {
    for (const network of networkTypes) expect(() => rowsOf('es', [plan(metal, network)])).not.toThrow()
  }
})

test('SH-6 LG-4 a comparison for one person does not speak of several', () => {
  const about = (language: 'en' | 'es', ages: readonly number[]) =>
    blocksOf(language, [plan('silver', 'PPO')], ages).flatMap((block) => (block.kind === 'text' ? block.text : []))[0]
  expect(about('en', [40])).toContain('Premiums are for a person of this age: 40.')
  expect(about('en', [40, 8])).toContain('Premiums are for people of these ages: 40, 8.')
  expect(about('es', [40])).toContain('Las primas son para una persona de esta edad: 40.')
})
