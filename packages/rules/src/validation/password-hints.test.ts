import fc from 'fast-check'
import { expect, test } from 'vitest'
import { checkPassword, type PasswordTier } from './password.ts'
import { passwordHints } from './password-hints.ts'

const tier = (minLength: number, special: boolean): PasswordTier => ({
  minLength,
  upper: true,
  lower: true,
  digit: true,
  special,
})
const listMet = (password: string, given = tier(8, true), loginId = 'MEMBER01') =>
  passwordHints(password, { tier: given, loginId })
    .filter((hint) => hint.met)
    .map(({ code }) => code)

test('VA-4 each requirement ticks off by itself', () => {
  expect(listMet('')).toEqual([])
  expect(listMet('a')).toEqual(['lower', 'characters', 'login-id'])
  expect(listMet('A')).toEqual(['upper', 'characters', 'login-id'])
  expect(listMet('7')).toEqual(['digit', 'characters', 'login-id'])
  expect(listMet('!')).toEqual(['special', 'characters', 'login-id'])
  expect(listMet('<')).toEqual(['login-id'])
  expect(listMet('+$')).toEqual(['special', 'login-id'])
  expect(listMet('xmember01x')).toEqual(['length', 'lower', 'digit', 'characters'])
})

test('VA-4 the tier says how long, and whether a special character is needed', () => {
  const codes = (given: PasswordTier, loginId = '') =>
    passwordHints('', { tier: given, loginId }).map(({ code }) => code)
  expect(codes(tier(8, false))).toEqual(['length', 'upper', 'lower', 'digit', 'characters'])
  expect(codes(tier(8, true))).toContain('special')
  expect(listMet('Abcdefg1!', tier(12, true))).not.toContain('length')
  expect(listMet('Abcdefg1!xyz', tier(12, true))).toContain('length')
})

test('VA-4 all are met exactly when the rule itself accepts the password', () => {
  const password = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 16 }),
    fc.string({ unit: fc.constantFrom('a', 'B', '7', '!', '<', '+', 'é', 'Ü', '😀', ' '), maxLength: 14 }),
  )
  fc.assert(
    fc.property(password, fc.integer({ min: 0, max: 14 }), fc.boolean(), (word, minLength, special) => {
      const context = { tier: tier(minLength, special), loginId: 'AB7' }
      return passwordHints(word, context).every((hint) => hint.met) === (checkPassword(word, context) === null)
    }),
    { numRuns: 500 },
  )
})
