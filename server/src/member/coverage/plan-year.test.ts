import type { Counted } from '@portico/rules/claims/accumulators'
import { expect, test } from 'vitest'
import { buildPlanYear, type ContractYear } from './plan-year.ts'
import type { ContractProduct, Plan } from './store.ts'

const limit = (holder: 'person' | 'family', limitCents: number) =>
  ({ kind: 'deductible', network: 'in', holder, limitCents }) as const
const plan = {
  plan_id: 'p',
  begins: '2026-07-01',
  ends: '2027-06-30',
  family_rules: { deductible: 'aggregate' },
  limits: [limit('person', 150_000), limit('family', 300_000)],
} as unknown as Plan
const product = {
  member_id: 'a',
  client_number: 'C1',
  group_number: 'G2',
  plan_id: 'p',
  benefit_plan_type: 'medical',
  drug_coverage: true,
  coverage_begin_date: '2026-07-01',
  coverage_end_date: null,
  limits: [],
  is_medicare: false,
} as unknown as ContractProduct
const claim = (groupNumber: string | null, deductible: number): Counted => ({
  memberId: 'a',
  claimId: `${groupNumber} ${deductible}`,
  type: 'professional',
  state: 'paid',
  decidedOn: null,
  serviceFrom: '2026-08-01',
  network: 'in',
  groupNumber,
  deductible,
  copay: 0,
  coinsurance: 0,
  unexplained: 0,
})
const alone = { memberId: 'a', kind: 'medical', begins: '2026-07-01', ends: null } as const
const buildYear = (more: Partial<ContractYear>): ContractYear => ({
  plans: [plan],
  accumulators: [],
  claims: [],
  covered: [alone],
  ...more,
})
const listBalances = (more: Partial<ContractYear>) =>
  buildPlanYear(product, buildYear(more), '2026-09-01')
    .listBalances('a')
    .map(({ holder, usedCents }) => [holder, usedCents])

test('MP-12 claims of another group do not count toward this one’s limits; those without a group do', () => {
  const claims = [claim('G1', 150_000), claim('G2', 20_000), claim(null, 500)]
  expect(listBalances({ claims })).toEqual([['person', 20_500]])
})

test('MP-12 drugs of Medicare count toward no limit of its medical plan', () => {
  const claims = [claim('G2', 20_000), { ...claim('G2', 1_000), type: 'pharmacy' }]
  const listUsed = (is_medicare: boolean) => {
    const year = buildPlanYear({ ...product, is_medicare }, buildYear({ claims }), '2026-09-01')
    return year.listBalances('a').map(({ usedCents }) => usedCents)
  }
  expect([listUsed(true), listUsed(false)]).toEqual([[20_000], [21_000]])
})

test.each([
  ['2026-06-30', 'person'],
  ['2026-07-01', 'family'],
  [null, 'family'],
])('MP-12 with somebody whose coverage ended on %s, the %s’s limit holds', (ends, holder) => {
  const covered = [alone, { memberId: 'b', kind: 'medical', begins: '2020-01-01', ends } as const]
  expect(listBalances({ covered })).toEqual([[holder, 0]])
})

test('MP-12 a child with dental coverage alone makes no family of a medical plan', () => {
  const covered = [alone, { ...alone, memberId: 'b', kind: 'dental' } as const]
  expect(listBalances({ covered })).toEqual([['person', 0]])
})
