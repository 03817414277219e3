import fc from 'fast-check'
import { expect, it } from 'vitest'
import { collectParameters, decodePercent, encodePercent, parseParameters } from './parameters.ts'

const parse = (text: string, plusIsSpace = false) => ({ ...parseParameters(text, { plusIsSpace }) })

it.each([
  ['', {}],
  ['a=1&b=2', { a: '1', b: '2' }],
  ['a', { a: '' }],
  ['a=', { a: '' }],
  ['=1&&a=1', { a: '1' }],
  ['a=1&a=2', { a: '1' }],
  ['a=b=c', { a: 'b=c' }],
  ['a%3Db=%26', { 'a=b': '&' }],
  ['a=%zz&b=%E0%A4', { a: '%zz', b: '%E0%A4' }],
  ['a=1+1', { a: '1+1' }],
])('RT-2 EN-5 parameters of %j', (text, expected) => {
  expect(parse(text)).toEqual(expected)
})

it('EN-5 a plus sign in a query string is a space, an escaped one is not', () => {
  expect(parse('a=1+1%2B1', true)).toEqual({ a: '1 1+1' })
})

it('RT-2 EN-5 names of built-in object properties are only names', () => {
  const parameters = parseParameters('__proto__=x&constructor=y', { plusIsSpace: false })
  expect(Object.getPrototypeOf(parameters)).toBeNull()
  expect(Object.keys(parameters)).toEqual(['__proto__', 'constructor'])
  expect(parameters.toString).toBeUndefined()
  expect(collectParameters([]).hasOwnProperty).toBeUndefined()
})

it('RT-2 encoding and decoding returns the text, and neither ever throws', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      expect(decodePercent(encodePercent(text))).toBe(text.toWellFormed())
      expect(typeof decodePercent(text)).toBe('string')
    }),
  )
})
