import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { inGroups, RECOVERY_ALPHABET, RECOVERY_CODES, readCode } from './codes.ts'

const recoveryCode = fc
  .array(fc.constantFrom(...RECOVERY_ALPHABET), { minLength: RECOVERY_CODES.length, maxLength: RECOVERY_CODES.length })
  .map((letters) => letters.join(''))

describe('RG-4 codes as people type them', () => {
  test.each([
    ['123456', { kind: 'app', code: '123456' }],
    [' 123 456 ', { kind: 'app', code: '123456' }],
    ['123-456', { kind: 'app', code: '123456' }],
    ['abcd-efgh-jkmn', { kind: 'recovery', code: 'ABCDEFGHJKMN' }],
    ['OIL0 ABCD EFGH', { kind: 'recovery', code: '0110ABCDEFGH' }],
    ['123456789012', { kind: 'recovery', code: '123456789012' }],
    ['12345', null],
    ['1234567', null],
    ['١٢٣٤٥٦', null],
    ['ABCD-EFGH-JKM', null],
    ['ABCD-EFGH-JKMU', null],
    ['', null],
  ])('RG-4 %j', (typed, expected) => {
    expect(readCode(typed)).toEqual(expected)
  })

  test('RG-4 a recovery code is read back as it was made, in groups or not, in any case', () => {
    fc.assert(
      fc.property(recoveryCode, fc.boolean(), fc.boolean(), (code, grouped, small) => {
        const shown = grouped ? inGroups(code) : code
        expect(readCode(small ? shown.toLowerCase() : shown)).toEqual({ kind: 'recovery', code })
      }),
    )
  })

  test('RG-4 any typed text reads as a code or as nothing', () => {
    fc.assert(
      fc.property(fc.string(), (typed) => {
        const read = readCode(typed)
        return read === null || /^([0-9]{6}|[0-9A-HJKMNP-TV-Z]{12})$/.test(read.code)
      }),
    )
  })
})
