import fc from 'fast-check'
import { expect, it } from 'vitest'
import { allowsLongTopLevel, encodeDdToken } from '../brand/dd-token.ts'
import { checkEmail, checkEmailRepeat } from './email.ts'

const invalid = { code: 'email.invalid' }
const letters = 'ABCXYZabcxyz'
const alphanumerics = `${letters}0189`
const text = (from: string, minLength: number, maxLength: number) =>
  fc.string({ unit: fc.constantFrom(...from), minLength, maxLength })
const parts = fc.record({ local: text(`${alphanumerics}._%-`, 2, 20), domain: text(`${alphanumerics}.-`, 2, 20) })

it('VA-6 local part, @, domain and a top-level domain of 2 to 4 letters are accepted', () => {
  fc.assert(
    fc.property(parts, text(letters, 2, 4), ({ local, domain }, top) => {
      expect(checkEmail(`${local}@${domain}.${top}`, { required: true })).toBeNull()
      expect(checkEmail(`${local}@${domain}.${top}`, { longTopLevel: true })).toBeNull()
    }),
  )
})

it('VA-6 a longer top-level domain is accepted only where the cookie says so', () => {
  fc.assert(
    fc.property(parts, text(letters, 5, 8), ({ local, domain }, top) => {
      expect(checkEmail(`${local}@${domain}.${top}`)).toEqual(invalid)
      expect(checkEmail(`${local}@${domain}.${top}`, { longTopLevel: true })).toBeNull()
    }),
  )
})

it('VA-6 any other character is refused before and after the @', () => {
  const other = fc
    .string({ unit: 'binary', minLength: 1, maxLength: 1 })
    .filter((letter) => !/[A-Za-z0-9._%@-]/.test(letter))
  fc.assert(
    fc.property(parts, other, fc.nat(20), ({ local, domain }, wrong, at) => {
      const [localAt, domainAt] = [at % (local.length + 1), at % (domain.length + 1)]
      expect(checkEmail(`${local.slice(0, localAt)}${wrong}${local.slice(localAt)}@${domain}.com`)).toEqual(invalid)
      expect(checkEmail(`${local}@${domain.slice(0, domainAt)}${wrong}${domain.slice(domainAt)}.com`)).toEqual(invalid)
    }),
  )
})

it.each(['a@bc.de', 'first.last@plan.example.com', 'A_B%C-D@SUB-domain.example.info', `${'x'.repeat(43)}@bcd.ef`])(
  'VA-6 %j is an email address',
  (email) => {
    expect(checkEmail(email, { required: true })).toBeNull()
  },
)

it.each([
  'a@b.de',
  `${'x'.repeat(44)}@bcd.ef`,
  'nobody.example.com',
  'nobody@examplecom',
  'no@body@example.com',
  '@example.com',
  'nobody@.c',
  'nobody@example.c',
  'nobody@example.c0m',
  'nobody+tag@example.com',
  'nobody@exam_ple.com',
  'no body@example.com',
  'nobody@example.com ',
  ' nobody@example.com',
  'nobody@example.com\n',
  'nobody@example.com\r\nBcc: other@example.com',
  'nöbody@example.com',
  'nobody@exämple.com',
  'nobody＠example.com',
  'nobody1٣@example.com',
  '       ',
])('VA-6 %j is not an email address', (email) => {
  expect(checkEmail(email)).toEqual(invalid)
  expect(checkEmail(email, { longTopLevel: true })).toEqual(invalid)
})

it('VA-6 an empty email is refused only when required', () => {
  expect(checkEmail('')).toBeNull()
  expect(checkEmail('', { required: true })).toEqual(invalid)
})

it('VA-6 the repeat must equal the source', () => {
  expect(checkEmailRepeat('a@example.com', 'a@example.com')).toBeNull()
  for (const repeat of ['', 'b@example.com', 'A@example.com', 'a@example.com ']) {
    expect(checkEmailRepeat(repeat, 'a@example.com')).toEqual({ code: 'email.mismatch' })
  }
})

it('VA-6 only the North Dakota cookie allows longer top-level domains', () => {
  expect(allowsLongTopLevel(encodeDdToken(16))).toBe(true)
  for (const cookie of [undefined, '', '16', 'garbage', encodeDdToken(14), encodeDdToken(160)])
    expect(allowsLongTopLevel(cookie)).toBe(false)
})
