import type { Counted } from '@portico/rules/claims/accumulators'
import { describe, expect, test } from 'vitest'
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

describe('MP-12 the year of the amounts used', () => {
  const balance = (servedOn: string | null, asOf: string, usedCents: number) => ({
    ...{ member_id: 'a', client_number: '', group_number: '', coverage_id: '', plan_kind: 'medical' as const },
    ...{ plan_year: 2026, kind: 'deductible' as const, network: 'in' as const, holder: 'person' as const },
    ...{ limit_cents: 150_000, used_cents: usedCents, as_of: asOf, served_on: servedOn },
    ...{ resource_id: 'e', run_id: 'r', imported_at: new Date() },
  })

  test.each([
    ['2026-06-20', 0],
    ['2026-07-02', 140_000],
    [null, 140_000],
  ])('MP-12 a balance that was decided in July for care of %s', (servedOn, used) => {
    expect(listBalances({ accumulators: [balance(servedOn, '2026-07-15', 140_000)] })).toEqual([['person', used]])
  })

  test.each([
    ['2024-01-01', '9999-12-31', '2026-01-01', '2026-12-31'],
    ['2024-10-01', '9999-12-31', '2025-10-01', '2026-09-30'],
    ['2024-02-29', '9999-12-31', '2026-03-01', '2027-02-28'],
    ['2024-01-01', '2026-08-31', '2026-01-01', '2026-08-31'],
    ['2026-07-01', '2027-06-30', '2026-07-01', '2027-06-30'],
    ['2025-01-01', '2025-12-31', '2025-01-01', '2025-12-31'],
    ['2027-01-01', '9999-12-31', '2027-01-01', '2027-12-31'],
  ])('MP-12 a plan of %s to %s is in its year of %s to %s', (begins, ends, first, last) => {
    const known = buildYear({ plans: [{ ...plan, begins, ends }] })
    expect(buildPlanYear(product, known, '2026-09-01').period).toEqual({ begins: first, ends: last })
  })

  test('MP-12 care of earlier years counts toward no limit of a plan that has been sold for years', () => {
    const claims = [claim('G2', 20_000), { ...claim('G2', 70_000), serviceFrom: '2024-08-01' }]
    const plans = [{ ...plan, begins: '2024-01-01', ends: '9999-12-31' }]
    expect(listBalances({ plans, claims })).toEqual([['person', 20_000]])
  })
})
