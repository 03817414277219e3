import { expect, test } from 'vitest'
import { balanceCents } from './spending.ts'

test.each([
  ['HSA', 60_000],
  ['DCA', 60_000],
  ['FSA', 160_000],
  ['HRA', 160_000],
] as const)('HT-4 what can be spent of an account of type %s', (type, cents) => {
  expect(balanceCents({ type, annualCents: 200_000, contributedCents: 100_000, spentCents: 40_000 })).toBe(cents)
})
