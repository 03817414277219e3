import fc from 'fast-check'
import { expect, it } from 'vitest'
import { checkPhone, formatPhone } from './phone.ts'

const shapes = [
  '##########',
  '###########',
  '(###) ###-####',
  '(###) ### ####',
  '#(###) ###-####',
  '#(###) ### ####',
  '#(###)-###-####',
  '#(###)###-####',
  '#-###-###-####',
  '### ### ####',
  '###-###-####',
]
const invalid = { code: 'phone.invalid' }

/** The rule read character by character, without the patterns of the code under test. */
function inSomeShape(text: string): boolean {
  return shapes.some(
    (shape) =>
      shape.length === text.length &&
      [...shape].every((wanted, at) => {
        const letter = text.charAt(at)
        return wanted === '#' ? letter >= '0' && letter <= '9' : letter === wanted
      }),
  )
}

const anyDigits = fc.array(fc.integer({ min: 0, max: 9 }), { minLength: 11, maxLength: 11 })
const phone = fc.tuple(fc.constantFrom(...shapes), anyDigits).map(([shape, digits]) => {
  const left = [...digits]
  return shape.replaceAll('#', () => String(left.pop()))
})
const letter = fc.oneof(fc.constantFrom(...'0123456789()- +.x\n\t ５٣'), fc.string({ unit: 'binary', maxLength: 2 }))

it('VA-1 every documented format is accepted', () => {
  fc.assert(fc.property(phone, (text) => checkPhone(text, { required: true }) === null))
})

it('VA-1 a change of one character is accepted only if it gives another valid format', () => {
  const change = fc.record({ text: phone, at: fc.nat(15), drop: fc.nat(1), put: letter })
  fc.assert(
    fc.property(change, ({ text, at, drop, put }) => {
      const changed = text.slice(0, at) + put + text.slice(at + drop)
      expect(checkPhone(changed, { required: true })).toEqual(inSomeShape(changed) ? null : invalid)
    }),
    { numRuns: 2000 },
  )
})

it.each([
  '555-0100',
  '555555555',
  '155555555555',
  '555.555.0100',
  '+15555550100',
  '1 (555) 555-0100',
  '(555)555-0100',
  '1-(555)-555-0100',
  '555-555 0100',
  ' 5555550100',
  '5555550100 ',
  '5555550100\n',
  '555-555-0100\n',
  '٥٥٥٥٥٥٠١٠٠',
  '５５５５５５０１００',
  '555–555–0100',
  '   ',
  'No phone number',
])('VA-1 %j is refused', (text) => {
  expect(checkPhone(text)).toEqual(invalid)
})

it('VA-1 an empty phone is refused only when required', () => {
  expect(checkPhone('')).toBeNull()
  expect(checkPhone('', { required: true })).toEqual(invalid)
})

it('VA-1 a 10-digit phone is shown as (xxx) xxx-xxxx, whatever its format', () => {
  for (const text of ['5554440100', '555-444-0100', '(555) 444 0100', '555 444 0100', '(555) 444-0100']) {
    expect(formatPhone(text)).toBe('(555) 444-0100')
  }
})

it.each(['', '15554440100', '1-555-444-0100', '555444010', '555.444.0100', 'call 5554440100', 'No phone number'])(
  'VA-1 %j is shown as it is',
  (text) => {
    expect(formatPhone(text)).toBe(text)
  },
)

it('VA-1 formatting a phone keeps its digits and validity, and changes nothing the second time', () => {
  fc.assert(
    fc.property(phone, (text) => {
      const shown = formatPhone(text)
      expect(checkPhone(shown, { required: true })).toBeNull()
      expect(shown.replace(/\D/g, '')).toBe(text.replace(/\D/g, ''))
      expect(formatPhone(shown)).toBe(shown)
    }),
  )
})
