import { expect, test } from 'vitest'
import { composePlan, type PlanJob } from './plan-document.ts'

const share = { covered: true, copayCents: 4_000, per: 'visit', coinsurance: null, afterDeductible: false } as const
const benefit = { limit: null, words: null, inNetwork: share, outOfNetwork: null }
const job = (language: 'en' | 'es', more: Partial<PlanJob['plan']> = {}): PlanJob => ({
  kind: 'plan',
  plan: {
    planId: '90001PA0010004',
    name: 'Keyline Silver',
    line: 'medical',
    metal: 'silver',
    networkType: 'PPO',
    hsa: false,
    halfStars: null,
    planYear: 2027,
    documents: [],
    deductibleCents: 550_000,
    deductibleFamilyCents: 1_100_000,
    deductibleEachCents: 'shared',
    outOfPocketCents: null,
    outOfPocketFamilyCents: null,
    outOfPocketEachCents: null,
    reduced: [],
    benefits: [
      { ...benefit, service: 'primary', name: 'Primary Care Visit' },
      { ...benefit, service: null, name: 'Acupuncture', limit: '12 visits', inNetwork: { ...share, covered: false } },
      {
        ...benefit,
        service: 'hospital',
        name: 'Inpatient Hospital Services',
        inNetwork: { ...share, copayCents: 50_050, per: 'day', coinsurance: 20, afterDeductible: true },
      },
    ],
    ...more,
  },
  sender: { name: 'Blue Plan West' } as PlanJob['sender'],
  language,
  now: new Date('2026-11-20T12:00:00Z'),
})
const listRows = (one: PlanJob) =>
  composePlan(one).blocks.flatMap((block) => (block.kind === 'table' ? block.rows.map(({ cells }) => cells) : []))
const listValues = (one: PlanJob) =>
  composePlan(one).blocks.flatMap((block) => (block.kind === 'field' ? [block.value] : []))

test('SH-3 a summary lists each service as its page does; what the file does not say is unknown, never zero', () => {
  expect(listRows(job('en'))).toEqual([
    ['Primary doctor visit', '$40', 'Not known'],
    ['Acupuncture, 12 visits', 'Not covered', 'Not known'],
    ['Hospital stay', '$500.50 a day, 20% after the deductible', 'Not known'],
  ])
  expect(listValues(job('en'))).toEqual([
    ...['$5,500', '$11,000 for the family together, with no separate amount for each person'],
    ...['Not known', 'Not known for a family'],
  ])
  expect(listRows(job('es'))[2]).toEqual([
    'Hospitalización',
    '$500.50 por día, 20% después del deducible',
    'No se sabe',
  ])
})

test.each([
  ['coinsurance', '$500.50 a day before the deductible, 20% after the deductible'],
  ['copay', '20% before the deductible, $500.50 a day after the deductible'],
] as const)('SH-3 IM-9 where only the %s comes after the deductible, each part says so itself', (onlyAfter, words) => {
  const inNetwork = { ...share, copayCents: 50_050, per: 'day', coinsurance: 20, afterDeductible: true } as const
  const benefits = [{ ...benefit, service: 'hospital', name: 'Stay', inNetwork: { ...inNetwork, onlyAfter } } as const]
  expect(listRows(job('en', { benefits }))).toEqual([['Hospital stay', words, 'Not known']])
})

test('SH-3 SH-11 a plan without services says so, and one for people with Medicare carries its disclaimer', () => {
  const texts = (one: PlanJob) => composePlan(one).blocks.flatMap((block) => ('text' in block ? [block.text] : []))
  expect(texts(job('en', { benefits: [] }))).toContain('This plan’s file lists no services.')
  // Each person with Medicare has their own plan.
  expect(listValues(job('en', { line: 'medicare-advantage' }))).toEqual(['$5,500', 'Not known'])
  const disclaimer = expect.stringContaining('We do not offer every plan available in your area.')
  expect(texts(job('en', { line: 'medicare-advantage' }))).toContainEqual(disclaimer)
  expect(texts(job('en'))).not.toContainEqual(disclaimer)
})

test('SH-3 the summary includes a separate deductible for drugs and the tiers of a network', () => {
  const own = { drugDeductibleCents: 50_000, drugDeductibleFamilyCents: 100_000, drugDeductibleEachCents: 50_000 }
  expect(listValues(job('en', { ...own, tiered: true }))).toEqual([
    'Care: $5,500. Drugs: $500.',
    'Care: $11,000 for the family together, with no separate amount for each person. Drugs: $1,000 for the family, at most $500 for each person.',
    ...['Not known', 'Not known for a family'],
    'Costs are those of the first level of the network. Other levels may cost more.',
  ])
})

test('SH-3 the yearly dental limit of children is not shown as everybody’s', () => {
  const limits = { outOfPocketCents: 35_000, outOfPocketFamilyCents: 70_000, outOfPocketEachCents: 35_000 }
  expect(listValues(job('en', limits))).toContain('$350')
  expect(listValues(job('en', { ...limits, line: 'dental' })).join()).not.toMatch(/\$350|\$700/)
})
