import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type AccountFigures, balanceCents, spendingAccountTypes, sumContributed } from './accounts.ts'

const figures: AccountFigures = {
  type: 'FSA',
  electionCents: 200_000,
  employeeCents: 70_000,
  employerCents: 30_000,
  spentCents: 40_000,
  balanceCents: null,
}

test.each([
  ['HSA', null],
  ['DCA', 60_000],
  ['FSA', 160_000],
  ['LPFSA', 160_000],
  ['HRA', 160_000],
] as const)('HT-4 MP-10 what can be spent of an account of type %s', (type, cents) => {
  expect(balanceCents({ ...figures, type })).toBe(cents)
  expect(balanceCents({ ...figures, type, balanceCents: 123 })).toBe(123)
})

test('MP-10 an unstated amount stays unknown, and is never zero', () => {
  expect(balanceCents({ ...figures, spentCents: null })).toBeNull()
  expect(balanceCents({ ...figures, electionCents: null })).toBeNull()
  expect(sumContributed({ ...figures, employeeCents: null, employerCents: null })).toBeNull()
  expect(sumContributed({ ...figures, employeeCents: null })).toBe(30_000)
})

const cents = fc.option(fc.integer({ min: 0, max: 1_000_000 }))

test('MP-10 only a savings account can have a computed balance below zero', () => {
  const account = fc.record({
    type: fc.constantFrom(...spendingAccountTypes),
    electionCents: cents,
    employeeCents: cents,
    employerCents: cents,
    spentCents: cents,
    balanceCents: fc.constant(null),
  })
  fc.assert(
    fc.property(account, (one) => {
      const balance = balanceCents(one)
      expect(balance === null || balance >= 0).toBe(true)
      if (one.type === 'HSA') expect(balance).toBeNull()
    }),
  )
})
