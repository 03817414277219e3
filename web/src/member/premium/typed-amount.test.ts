import { expect, test } from 'vitest'
import { centsTyped, formatDollars } from './typed-amount.ts'

test.each([
  ['212.40', 21_240],
  ['212.4', 21_240],
  ['$1,212.40', 121_240],
  [' 7 ', 700],
  ['7.', 700],
  ['0.05', 5],
  ['1,2', null],
  ['12.345', null],
  ['-5', null],
  ['1e3', null],
  ['', null],
  ['NaN', null],
])('MP-19 “%s” typed as an amount is %s cents', (text, cents) => expect(centsTyped(text)).toBe(cents))

test('MP-19 an offered amount is read back unchanged', () => {
  for (const cents of [1, 100, 21_240, 2_500_000]) expect(centsTyped(formatDollars(cents))).toBe(cents)
})
