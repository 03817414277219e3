import fc from 'fast-check'
import { expect, it } from 'vitest'
import { checkNumber, numberBounds } from './number.ts'

const everyPlaces = Array.from({ length: 16 }, (_, places) => places)

it('VA-11 max defaults to 9×10^(15−places) and min to its negative', () => {
  expect(numberBounds({})).toEqual({ max: 9_000_000_000_000_000, min: -9_000_000_000_000_000 })
  expect(numberBounds({ places: 2 })).toEqual({ max: 90_000_000_000_000, min: -90_000_000_000_000 })
  expect(numberBounds({ places: 15 })).toEqual({ max: 9, min: -9 })
})

it('VA-11 min defaults to the negative of the field’s own max, unless the field sets min, too', () => {
  expect(numberBounds({ max: 100 })).toEqual({ max: 100, min: -100 })
  expect(numberBounds({ max: 100, min: 0 })).toEqual({ max: 100, min: 0 })
})

it.each(everyPlaces)(
  'VA-11 with %i places, the last step within the bounds is accepted, one step beyond is not',
  (places) => {
    const { max, min } = numberBounds({ places })
    const whole = `9${'0'.repeat(15 - places)}`
    const beyond = places === 0 ? '9000000000000001' : `${whole}.${'1'.padStart(places, '0')}`
    expect(checkNumber(whole, { places })).toBeNull()
    expect(checkNumber(`-${whole}`, { places })).toBeNull()
    expect(checkNumber(beyond, { places })).toEqual({ code: 'number.maximum', params: { maximum: max } })
    expect(checkNumber(`-${beyond}`, { places })).toEqual({ code: 'number.minimum', params: { minimum: min } })
  },
)

it('VA-11 a number has at most the places of its field', () => {
  expect(checkNumber('1.25', { places: 2 })).toBeNull()
  expect(checkNumber('1.250', { places: 2 })).toEqual({ code: 'number.places', params: { places: 2 } })
  expect(checkNumber('1.0')).toEqual({ code: 'number.places', params: { places: 0 } })
})

it('VA-11 every number within its field’s bounds is accepted', () => {
  const field = fc.record({ places: fc.nat(4), max: fc.integer({ min: 1, max: 100_000 }) })
  fc.assert(
    fc.property(field, fc.integer({ min: -100_000, max: 100_000 }), ({ places, max }, value) => {
      const expected =
        value > max
          ? { code: 'number.maximum', params: { maximum: max } }
          : value < -max
            ? { code: 'number.minimum', params: { minimum: -max } }
            : null
      expect(checkNumber(value.toFixed(places), { places, max })).toEqual(expected)
    }),
  )
})

it.each([
  '-',
  '.',
  '1.',
  '.5',
  '+1',
  '1,000',
  '1e3',
  '0x10',
  'Infinity',
  'NaN',
  '--1',
  '1.2.3',
  ' 1',
  '1 ',
  '1\n',
  '１',
  '٣',
  '½',
  ' ',
])('VA-11 %j is not a number', (text) => {
  expect(checkNumber(text, { places: 2 })).toEqual({ code: 'number.invalid' })
})

it('VA-11 an empty number is refused only when required', () => {
  expect(checkNumber('')).toBeNull()
  expect(checkNumber('', { required: true })).toEqual({ code: 'field.required' })
})
