import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { MemberNumberForm } from '../brand/types.ts'
import { checkMemberId, memberIdHints, memberIdLetters } from './member-id.ts'

const digits = '0123456789'
const alphanumerics = `ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz${digits}`
const of = (letters: string, minLength: number, maxLength: number) =>
  fc.string({ unit: fc.constantFrom(...letters), minLength, maxLength })

const detectForm = (form: MemberNumberForm['form']) => ({ form, min: 9, max: 17 })
const forms = [
  { form: detectForm('digits'), letters: digits, code: 'member-id.invalid' },
  { form: detectForm('digits-without-prefix'), letters: digits, code: 'member-id.invalid-mincr' },
  { form: detectForm('letters-and-digits'), letters: alphanumerics, code: 'member-id.invalid-alphanumeric' },
]
const params = { minimum: 9 }

it.each(forms)('VA-5 $form.form takes 9 to 17 of its characters and no others', ({ form, letters, code }) => {
  const check = (text: string) => checkMemberId(text, form, { required: true })
  fc.assert(fc.property(of(letters, 9, 17), (text) => check(text) === null))
  fc.assert(
    fc.property(fc.oneof(of(letters, 0, 8), of(letters, 18, 60)), (text) => {
      expect(check(text)).toEqual({ code, params })
    }),
  )
  const other = fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }).filter((text) => !letters.includes(text))
  fc.assert(
    fc.property(of(letters, 9, 16), other, fc.nat(16), (text, wrong, at) => {
      expect(check(text.slice(0, at) + wrong + text.slice(at))).toEqual({ code, params })
    }),
  )
})

it('VA-5 a brand whose cards have short numbers with letters accepts those, and states the minimum length', () => {
  const form = { form: 'letters-and-digits', min: 5, max: 20 } as const
  expect(checkMemberId('W12-4', form)).toEqual({ code: 'member-id.invalid-alphanumeric', params: { minimum: 5 } })
  for (const number of ['W1234', 'W1234567890123456789']) expect(checkMemberId(number, form)).toBeNull()
  for (const number of ['W123', 'W12345678901234567890'])
    expect(checkMemberId(number, form)).toMatchObject({ params: { minimum: 5 } })
})

it.each([
  '12345 6789',
  '123456789 ',
  ' 123456789',
  '123456789\n',
  '1234-56789',
  '123456789?',
  '１２３４５６７８９',
  '١٢٣٤٥٦٧٨٩',
])('VA-5 %j is refused everywhere', (text) => {
  for (const { form, code } of forms) {
    expect(checkMemberId(text, form)).toEqual({ code, params })
  }
})

it('VA-5 an empty member ID is refused only when required', () => {
  expect(checkMemberId('', detectForm('digits'))).toBeNull()
  expect(checkMemberId('', detectForm('digits'), { required: true })).toEqual({ code: 'member-id.invalid', params })
})

it('VA-5 all brands hint at the subscriber, MINCR also at the names on the ID card', () => {
  expect(memberIdHints(detectForm('digits'))).toEqual(['member-id.hint'])
  expect(memberIdHints(detectForm('digits-without-prefix'))).toEqual(['member-id.hint', 'member-id.hint-mincr'])
})

it.each(forms)('VA-5 $form.form says whether its member IDs have letters', ({ form, letters }) => {
  expect(memberIdLetters(form)).toBe(letters !== digits)
})
