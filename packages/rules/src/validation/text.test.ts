import fc from 'fast-check'
import { expect, it } from 'vitest'
import { checkRequiredText, trimToMax } from './text.ts'

it('VA-9 a required text box is invalid when empty or blank', () => {
  for (const text of ['', '  ', '\n', '\u00a0']) expect(checkRequiredText(text)).toEqual({ code: 'field.required' })
  expect(checkRequiredText(' x ')).toBeNull()
})

it('VA-9 a textarea trims to its maximum length', () => {
  expect(trimToMax('abcdef', 4)).toBe('abcd')
  expect(trimToMax('abcd', 4)).toBe('abcd')
  expect(trimToMax('abc ', 4)).toBe('abc ')
  expect(trimToMax('', 4)).toBe('')
  expect(trimToMax('abc', 0)).toBe('')
})

it('VA-9 the cut never splits a character', () => {
  expect(trimToMax('abc🏠', 4)).toBe('abc')
  expect(trimToMax('abc🏠', 5)).toBe('abc🏠')
  expect(trimToMax('🏠🏠', 3)).toBe('🏠')
})

it('VA-9 the cut is the longest prefix that fits, and cutting again changes nothing', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.nat(20), (text, max) => {
      let longest = ''
      for (const character of text) {
        if (longest.length + character.length > max) break
        longest += character
      }
      expect(trimToMax(text, max)).toBe(longest)
      expect(trimToMax(longest, max)).toBe(longest)
    }),
  )
})
