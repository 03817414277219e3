import fc from 'fast-check'
import { expect, it } from 'vitest'
import { checkAddress, normalizeAddress } from './address.ts'

const invalid = { code: 'address.invalid' }

it.each([
  '123 Sample St.',
  "12-B O'Hara Ave., Apt #4/5",
  'P&G PLAZA',
  'PEÑA ÁLVAREZ 7',
  'ул. Мира 5',
  '5',
  'A'.repeat(55),
])('VA-7 %j is an address', (text) => {
  expect(checkAddress(text, { required: true })).toBeNull()
})

it.each([
  'A'.repeat(56),
  '1 Main St; rear',
  '1 Main_St',
  '1 Main (rear)',
  '1 “Main” St',
  'c@re of',
  '<b>1 Main</b>',
  '1 Main St\n',
  '1 Main\nSt',
  '1\tMain',
  '1\u00a0Main',
  '１ Main',
  '٣ Main',
  '1 Main 🏠',
  '1 Main \ud83c',
  '   ',
])('VA-7 %j is not an address', (text) => {
  expect(checkAddress(text)).toEqual(invalid)
})

it('VA-7 a text is an address when it is short enough and every character is one of those listed', () => {
  const isListed = (letter: string) =>
    letter.toUpperCase() !== letter.toLowerCase() || "0123456789-.,#/'& ".includes(letter)
  const letter = fc.constantFrom(...'abcXYZéÑßжΩ0189-.,#/\'& _;:()+*%$!?"\n\t²½①')
  fc.assert(
    fc.property(fc.string({ unit: letter, minLength: 1, maxLength: 70 }), (text) => {
      const good = [...text].every(isListed) && text.length <= 55 && text.trim() !== ''
      expect(checkAddress(text)).toEqual(good ? null : invalid)
    }),
    { numRuns: 2000 },
  )
})

it('VA-7 an empty address is refused only when required', () => {
  expect(checkAddress('')).toBeNull()
  expect(checkAddress('', { required: true })).toEqual(invalid)
})

it('VA-7 an address is upper-cased', () => {
  expect(normalizeAddress('123 Sample St.')).toBe('123 SAMPLE ST.')
  expect(normalizeAddress('  5 peña, #2 ')).toBe('5 PEÑA, #2')
  expect(normalizeAddress('5 Gro\u00dfe Str.')).toBe('5 GROSSE STR.')
})

it('VA-7 decomposed accents and the apostrophe of phone keyboards become valid', () => {
  expect(normalizeAddress('5 Pen\u0303a')).toBe('5 PEÑA')
  expect(normalizeAddress('5 O’Hara Ave')).toBe("5 O'HARA AVE")
})

it('VA-7 normalizing twice changes nothing', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      const once = normalizeAddress(text)
      expect(normalizeAddress(once)).toBe(once)
    }),
    { numRuns: 2000 },
  )
  const unstable = []
  for (let code = 0; code <= 0x10ffff; code += 1) {
    // No other characters change in upper case or combine with a neighbor.
    if (!/[\p{L}\p{M}\p{N}\p{S}]/u.test(String.fromCodePoint(code))) continue
    const once = normalizeAddress(`A${String.fromCodePoint(code)}\u0301`)
    if (normalizeAddress(once) !== once) unstable.push(code.toString(16))
  }
  expect(unstable).toEqual([])
})
