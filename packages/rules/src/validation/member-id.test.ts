import fc from 'fast-check'
import { expect, it } from 'vitest'
import { checkMemberId, memberIdHints, memberIdLetters } from './member-id.ts'

const digits = '0123456789'
const alphanumerics = `ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz${digits}`
const of = (letters: string, minLength: number, maxLength: number) =>
  fc.string({ unit: fc.constantFrom(...letters), minLength, maxLength })

const brands = [
  { sharedBrandCode: 'HMBCBS', letters: digits, code: 'member-id.invalid' },
  { sharedBrandCode: 'MINCR', letters: digits, code: 'member-id.invalid-mincr' },
  { sharedBrandCode: 'NDBCBS', letters: alphanumerics, code: 'member-id.invalid-alphanumeric' },
  { sharedBrandCode: 'WYBCBS', letters: alphanumerics, code: 'member-id.invalid-alphanumeric' },
]

it.each(brands)(
  'VA-5 $sharedBrandCode takes 9 to 17 of its characters and no others',
  ({ sharedBrandCode, letters, code }) => {
    const check = (text: string) => checkMemberId(text, { sharedBrandCode, required: true })
    fc.assert(fc.property(of(letters, 9, 17), (text) => check(text) === null))
    fc.assert(
      fc.property(fc.oneof(of(letters, 0, 8), of(letters, 18, 60)), (text) => {
        expect(check(text)).toEqual({ code })
      }),
    )
    const other = fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }).filter((text) => !letters.includes(text))
    fc.assert(
      fc.property(of(letters, 9, 16), other, fc.nat(16), (text, wrong, at) => {
        expect(check(text.slice(0, at) + wrong + text.slice(at))).toEqual({ code })
      }),
    )
  },
)

it('VA-5 letters are refused but in North Dakota and Wyoming', () => {
  const check = (sharedBrandCode: string) => checkMemberId('ABC123456789', { sharedBrandCode })
  expect(check('NDBCBS')).toBeNull()
  expect(check('WYBCBS')).toBeNull()
  expect(check('MINCR')).toEqual({ code: 'member-id.invalid-mincr' })
  expect(check('HMBCBSWV')).toEqual({ code: 'member-id.invalid' })
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
  for (const { sharedBrandCode, code } of brands) {
    expect(checkMemberId(text, { sharedBrandCode })).toEqual({ code })
  }
})

it('VA-5 an empty member ID is refused only when required', () => {
  expect(checkMemberId('', { sharedBrandCode: 'MINCR' })).toBeNull()
  expect(checkMemberId('', { sharedBrandCode: 'MINCR', required: true })).toEqual({ code: 'member-id.invalid-mincr' })
})

it('VA-5 all brands hint at the subscriber, MINCR also at the names on the ID card', () => {
  expect(memberIdHints('HMBCBS')).toEqual(['member-id.hint'])
  expect(memberIdHints('MINCR')).toEqual(['member-id.hint', 'member-id.hint-mincr'])
})

it.each(brands)('VA-5 $sharedBrandCode says whether its member IDs have letters', ({ sharedBrandCode, letters }) => {
  expect(memberIdLetters(sharedBrandCode)).toBe(letters !== digits)
})
