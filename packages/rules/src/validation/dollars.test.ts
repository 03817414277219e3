import { expect, test } from 'vitest'
import { plainDollars } from './dollars.ts'
import { checkNumber } from './number.ts'

test.each([
  ['85000', '85000'],
  ['85,000', '85000'],
  ['$85000', '85000'],
  ['$ 85,000.00', '85000'],
  [' 1,250,000 ', '1250000'],
])('SH-5 VA-11 parses an income as people write it: %s', (text, plain) => {
  expect(plainDollars(text)).toBe(plain)
})

test.each(['85,00', '85.000,00', 'about 85', '-5', '8,50,000'])(
  'SH-5 VA-11 does not guess an ambiguous amount: %s',
  (text) => {
    expect(checkNumber(plainDollars(text), { places: 0, min: 0 })).not.toBe(null)
  },
)
