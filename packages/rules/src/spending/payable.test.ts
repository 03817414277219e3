import fc from 'fast-check'
import { expect, test } from 'vitest'
import { claimCategories } from '../claims/category.ts'
import { spendingAccountTypes } from './accounts.ts'
import { mayBePaidFrom, type PayableClaim, type PayingAccount, sortByUse } from './payable.ts'

const today = '2026-11-22'
const account: PayingAccount = {
  type: 'FSA',
  open: true,
  beginDate: '2026-01-01',
  endDate: '2026-12-31',
  spendBy: null,
  claimBy: '2027-03-31',
}
const claim: PayableClaim = {
  category: 'office',
  serviceDate: '2026-06-01',
  denied: false,
  patient: 'self',
  patientBirthYear: 1980,
}
const askPayable = (own: Partial<PayingAccount>, of: Partial<PayableClaim> = {}, on = today) => {
  const { answer, reason } = mayBePaidFrom({ ...account, ...own }, { ...claim, ...of }, on)
  return `${answer} ${reason}`
}

test.each([
  ['HSA', 'yes covered', 'yes covered'],
  ['FSA', 'yes covered', 'yes covered'],
  ['LPFSA', 'no other-kind-of-care', 'yes covered'],
  ['DCA', 'no other-kind-of-care', 'no other-kind-of-care'],
  ['HRA', 'maybe if-employer-allows', 'maybe if-employer-allows'],
] as const)('MP-10 what an account of type %s pays for a visit and a filling', (type, visit, filling) => {
  expect([askPayable({ type }), askPayable({ type }, { category: 'dental' })]).toEqual([visit, filling])
})

test('MP-10 the day of care decides: within the plan year or its grace period, or any time after a savings account was opened', () => {
  expect(askPayable({}, { serviceDate: '2025-12-31' })).toBe('no before-account')
  expect(askPayable({}, { serviceDate: '2026-12-31' })).toBe('yes covered')
  expect(askPayable({}, { serviceDate: '2027-01-10' })).toBe('no after-account')
  expect(askPayable({ spendBy: '2027-03-15' }, { serviceDate: '2027-01-10' })).toBe('yes covered')
  expect(askPayable({}, {}, '2027-04-01')).toBe('no too-late-to-claim')
  expect(askPayable({ type: 'HSA' }, { serviceDate: '2030-01-01' }, '2031-01-01')).toBe('yes covered')
  expect(askPayable({ type: 'HSA', beginDate: '2026-07-01' })).toBe('no before-account')
  expect(askPayable({ open: false })).toBe('no closed')
})

test.each([
  [18, 'yes covered', 'yes covered'],
  [19, 'maybe if-tax-dependent', 'yes covered'],
  [23, 'maybe if-tax-dependent', 'yes covered'],
  [24, 'no child-too-old', 'yes covered'],
  [26, 'no child-too-old', 'yes covered'],
  [27, 'no child-too-old', 'no child-too-old'],
])('MP-10 care of a child who is %i by the end of the year, from savings and from health spending', (age, hsa, fsa) => {
  const child = { patient: 'child', patientBirthYear: 2026 - age } as const
  expect([askPayable({ type: 'HSA' }, child), askPayable({}, child)]).toEqual([hsa, fsa])
})

test('MP-10 a denied claim may be paid only if the care is medical by the tax rules, or by the employer’s own', () => {
  expect(askPayable({}, { denied: true })).toBe('maybe if-medical')
  expect(askPayable({ type: 'HRA' }, { denied: true })).toBe('maybe if-employer-allows')
})

test('MP-10 an account for dependents never pays a claim, and one that is closed pays nothing', () => {
  const anyClaim = fc.record({
    category: fc.constantFrom(...claimCategories),
    serviceDate: fc.constantFrom('2025-06-01', '2026-06-01', '2027-06-01'),
    denied: fc.boolean(),
    patient: fc.constantFrom('self' as const, 'spouse' as const, 'child' as const),
    patientBirthYear: fc.integer({ min: 1940, max: 2026 }),
  })
  fc.assert(
    fc.property(anyClaim, fc.constantFrom(...spendingAccountTypes), (one, type) => {
      expect(mayBePaidFrom({ ...account, type: 'DCA' }, one, today).answer).toBe('no')
      expect(mayBePaidFrom({ ...account, type, open: false }, one, today).answer).toBe('no')
    }),
  )
})

test('MP-10 the account that expires soonest is used first, savings last', () => {
  const hsa = { ...account, type: 'HSA' as const }
  const grace = { ...account, spendBy: '2027-03-15' }
  expect(sortByUse([hsa, grace, account])).toEqual([account, grace, hsa])
})
