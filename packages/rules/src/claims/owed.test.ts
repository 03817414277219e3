import { expect, test } from 'vitest'
import { computeOwed } from './owed.ts'
import { claimState, isDuplicate } from './state.ts'

const decided = { state: 'paid', category: 'office', shareCents: 12_000, accountsCents: 0 } as const

test('MP-3 MP-4 what is left to pay is the share less what is already paid', () => {
  expect(computeOwed(decided)).toEqual({ shareCents: 12_000, paidCents: 0, owedCents: 12_000, step: 'bill' })
  expect(computeOwed({ ...decided, accountsCents: 5_000 })).toMatchObject({
    paidCents: 5_000,
    owedCents: 7_000,
    step: 'bill',
  })
  expect(computeOwed({ ...decided, accountsCents: 20_000 })).toMatchObject({
    paidCents: 12_000,
    owedCents: 0,
    step: 'paid',
  })
  // Money returned to an account is not a payment.
  expect(computeOwed({ ...decided, accountsCents: -300 })).toMatchObject({ paidCents: 0, owedCents: 12_000 })
})

test('MP-4 nothing is left to pay on a pharmacy copay, a zero share, or a claim that is not owed', () => {
  expect(computeOwed({ ...decided, category: 'pharmacy' })).toMatchObject({
    paidCents: 12_000,
    owedCents: 0,
    step: 'counter',
  })
  expect(computeOwed({ ...decided, shareCents: 0 })).toMatchObject({ owedCents: 0, step: 'nothing' })
  for (const state of ['duplicate', 'correction', 'replaced', 'cancelled'] as const)
    expect(computeOwed({ ...decided, state })).toEqual({ shareCents: 0, paidCents: 0, owedCents: 0, step: 'nothing' })
})

test('MP-4 an unknown amount is not zero', () => {
  expect(computeOwed({ ...decided, shareCents: null })).toMatchObject({ owedCents: null, step: 'unknown' })
  expect(computeOwed({ ...decided, state: 'in-progress' })).toMatchObject({
    shareCents: null,
    owedCents: null,
    step: 'undecided',
  })
})

test('MP-8 a claim denied as a duplicate is not a denial, unless something was paid', () => {
  const says = (...codes: string[]) => ({ reasons: codes.map((code) => ({ code })) })
  expect(isDuplicate(says('18'), [])).toBe(true)
  expect(isDuplicate(says(), [says('18'), says('45', '18')])).toBe(true)
  expect(isDuplicate(says('96'), [says('18'), says('96')])).toBe(false)
  expect(isDuplicate(says(), [])).toBe(false)
  const facts = { withdrawn: false, replaced: false, decided: true, denied: true, lines: 1, deniedLines: 1 }
  const state = (planPaid: number) =>
    claimState({ ...facts, planPaid, duplicate: true, replacesEarlier: false, afterAppeal: false })
  expect(state(0)).toBe('duplicate')
  expect(state(500)).toBe('partly-denied')
})
