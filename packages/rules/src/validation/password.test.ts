import fc from 'fast-check'
import { expect, it } from 'vitest'
import { checkPassword, type PasswordTier } from './password.ts'

const standard: PasswordTier = { minLength: 8, upper: true, lower: true, digit: true, special: false }
const withSpecial: PasswordTier = { ...standard, special: true }
const check = (password: string, tier = standard) => checkPassword(password, { tier, loginId: 'MEMBER01' })

it.each(['Welcome1', 'Welcome1!', 'A1bbbbbb', 'Ñandú de 1 año', 'Correct horse battery 5taple', 'Aa1🦀🦀🦀🦀🦀'])(
  'VA-4 %j is strong enough',
  (password) => {
    expect(check(password)).toBeNull()
  },
)

it.each(['', 'Welcom1', 'welcome1', 'WELCOME1', 'Welcomes', 'Welcome１', 'Welcome٣', '12345678', 'Aa1🦀🦀🦀🦀'])(
  'VA-4 %j is weak: shorter than 8, or no upper, lower or digit',
  (password) => {
    expect(check(password)).toEqual({ code: 'password.weak' })
  },
)

it('VA-4 8 characters with an upper, a lower and a digit are enough, and none of these may be missing', () => {
  const upper = fc.constantFrom(...'ABCXYZ')
  const lower = fc.constantFrom(...'abcxyz')
  const digit = fc.constantFrom(...'0123456789')
  const special = fc.constantFrom(...'!@#$%^&*()-_=[]{};:\'",./?\\|`~ ')
  const kinds = [upper, lower, digit] as const
  const password = (drop: number) =>
    fc
      .tuple(
        ...kinds.filter((_, kind) => kind !== drop),
        fc.array(fc.oneof(special, ...kinds.filter((_, kind) => kind !== drop)), { minLength: 6, maxLength: 30 }),
      )
      .chain((parts) => {
        const letters = parts.flat()
        return fc.shuffledSubarray(letters, { minLength: letters.length })
      })
      .map((letters) => letters.join(''))
  fc.assert(fc.property(password(-1), (text) => check(text) === null))
  for (const drop of [0, 1, 2]) {
    fc.assert(fc.property(password(drop), (text) => check(text)?.code === 'password.weak'))
  }
})

it.each(['<', '>', '+'])('VA-4 %s is refused, even if the tier requires a special character', (forbidden) => {
  for (const tier of [standard, withSpecial]) {
    expect(check(`Welcome1!${forbidden}`, tier)).toEqual({ code: 'password.forbidden-character' })
  }
})

it('VA-4 a special character is required only if the tier says so', () => {
  expect(check('Welcome1')).toBeNull()
  expect(check('Welcome1', withSpecial)).toEqual({ code: 'password.no-special' })
  expect(check('Welcome 1', withSpecial)).toEqual({ code: 'password.no-special' })
  for (const special of '!@#$%^&*()-_=[]{};:\'",./?\\|`~¿€') {
    expect(check(`Welcome1${special}`, withSpecial)).toBeNull()
  }
})

it('VA-4 a tier may require more than 8 characters, never fewer', () => {
  expect(check('Welcome1', { ...standard, minLength: 12 })).toEqual({ code: 'password.short', params: { minimum: 12 } })
  expect(check('Welcome12345', { ...standard, minLength: 12 })).toBeNull()
  expect(check('Welcom1', { ...standard, minLength: 4 })).toEqual({ code: 'password.weak' })
})

it.each(['MEMBER01', 'member01', 'Member01'])(
  'VA-4 a password that contains the login ID %s in any case is refused',
  (loginId) => {
    for (const password of ['xMember01', 'mEMBER01!', 'Member01Member01']) {
      expect(checkPassword(password, { tier: standard, loginId })).toEqual({ code: 'password.holds-login-id' })
    }
  },
)

it('VA-4 without a login ID, the password cannot contain it', () => {
  expect(checkPassword('Welcome1', { tier: standard, loginId: '' })).toBeNull()
})

it('VA-4 a common password is refused in any case', () => {
  const isCommon = (password: string) => new Set(['password1']).has(password)
  const context = { tier: standard, loginId: 'MEMBER01', isCommon }
  expect(checkPassword('Password1', context)).toEqual({ code: 'password.common' })
  expect(checkPassword('PassWORD1', context)).toEqual({ code: 'password.common' })
  expect(checkPassword('Password12', context)).toBeNull()
})

it('VA-4 one of the last five is refused; the check runs only for an otherwise valid password', () => {
  const asked: string[] = []
  const isReused = (password: string) => {
    asked.push(password)
    return password === 'Welcome1'
  }
  const context = { tier: standard, loginId: 'MEMBER01', isCommon: () => false, isReused }
  expect(checkPassword('Welcome1', context)).toEqual({ code: 'password.reused', params: { count: 5 } })
  expect(checkPassword('Welcome2', context)).toBeNull()
  expect(checkPassword('welcome1', context)).toEqual({ code: 'password.weak' })
  expect(asked).toEqual(['Welcome1', 'Welcome2'])
})
