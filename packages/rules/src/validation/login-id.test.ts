import fc from 'fast-check'
import { expect, it } from 'vitest'
import { checkLoginId, normalizeLoginId } from './login-id.ts'

const alphanumerics = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'
const ofLength = (minLength: number, maxLength: number) =>
  fc.string({ unit: fc.constantFrom(...alphanumerics), minLength, maxLength })

it('VA-3 6 to 10 alphanumerics are a login ID', () => {
  fc.assert(fc.property(ofLength(6, 10), (text) => checkLoginId(text) === null))
})

it('VA-3 fewer or more are not', () => {
  fc.assert(
    fc.property(fc.oneof(ofLength(1, 5), ofLength(11, 40)), (text) => {
      expect(checkLoginId(text)).toEqual({ code: 'login-id.invalid' })
    }),
  )
})

it('VA-3 any other character makes it invalid', () => {
  const other = fc
    .string({ unit: 'binary', minLength: 1, maxLength: 1 })
    .filter((text) => !alphanumerics.includes(text))
  fc.assert(
    fc.property(ofLength(5, 9), other, fc.nat(9), (text, wrong, at) => {
      expect(checkLoginId(text.slice(0, at) + wrong + text.slice(at))).toEqual({ code: 'login-id.invalid' })
    }),
  )
})

it.each(['MEMBER 1', 'MEMBER01\n', ' MEMBER01', 'MEMBÉR01', 'ＭＥＭＢＥＲ', 'MEMBER٠١', 'member_1', 'a@b.cde'])(
  'VA-3 %j is invalid',
  (text) => {
    expect(checkLoginId(text)).toEqual({ code: 'login-id.invalid' })
  },
)

it.each(['', '   ', '\t\n'])('VA-3 %j is missing', (text) => {
  expect(checkLoginId(text)).toEqual({ code: 'login-id.missing' })
})

it('VA-3 a login ID is upper-cased and loses the blanks around it', () => {
  expect(normalizeLoginId('member01')).toBe('MEMBER01')
  expect(normalizeLoginId(' Member01\n')).toBe('MEMBER01')
})

it('VA-3 upper-casing never makes a login ID out of other letters', () => {
  expect(normalizeLoginId('ſarah01')).toBe('ſARAH01')
  expect(normalizeLoginId('ﬁnance')).toBe('ﬁNANCE')
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      expect(checkLoginId(normalizeLoginId(text))).toEqual(checkLoginId(text.trim()))
      expect(normalizeLoginId(normalizeLoginId(text))).toBe(normalizeLoginId(text))
    }),
  )
  for (let code = 128; code <= 0xffff; code += 1) {
    expect(checkLoginId(normalizeLoginId(`MEMBE${String.fromCharCode(code)}`))).not.toBeNull()
  }
})
