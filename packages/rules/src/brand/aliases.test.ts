import fc from 'fast-check'
import { expect, it } from 'vitest'
import { resolveCode } from './aliases.ts'
import { brandDirectory } from './directory.ts'
import { testBrand, testBrands } from './test-brands.ts'

const directory = brandDirectory(testBrands)

const names: readonly [string, string][] = [
  ['MS', 'ms'],
  ['HIGHMARKBCBSWV', 'ms'],
  ['HMBCBSWV', 'ms'],
  ['PBS', 'hbs'],
  ['HBS', 'hbs'],
  ['HMBS', 'hbs'],
  ['DE', 'de'],
  ['HMBCBSDE', 'de'],
  ['6011', 'ndbcbs'],
  ['6012', 'wybcbs'],
  ['HMBCBS', 'hmbcbs'],
  ['NDBCBS', 'ndbcbs'],
  ['WYBCBS', 'wybcbs'],
  ['MINCR', 'mincr'],
  ['mn', 'mn'],
  ['IBC', 'ibc'],
  ['ibcpa', 'ibc'],
  ['ibccr', 'ibccr'],
  ['default', 'default'],
  ['SHOP', 'shop'],
]

it.each(names)('BR-3 %s resolves to %s', (name, code) => {
  expect(resolveCode(name, directory)).toBe(code)
})

it('BR-3 codes and aliases resolve in any mix of upper and lower case', () => {
  fc.assert(
    fc.property(fc.constantFrom(...names), fc.array(fc.boolean(), { minLength: 32 }), ([name, code], upper) => {
      const mixed = [...name].map((letter, at) => (upper[at] ? letter.toUpperCase() : letter.toLowerCase())).join('')
      expect(resolveCode(mixed, directory)).toBe(code)
    }),
  )
})

it.each([
  '',
  ' ms',
  'ms ',
  'nosuch',
  '6013',
  '__proto__',
  'constructor',
  'm\u017f',
  'MS\u0000',
  'ms,hbs',
  'x'.repeat(1e6),
])('BR-2 BR-3 an unknown name resolves to no brand: %#', (name) => {
  expect(resolveCode(name, directory)).toBeNull()
})

it('BR-3 a name whose home brand is not shipped resolves to no brand', () => {
  const small = brandDirectory([testBrand({ code: 'az' })])
  expect(resolveCode('MS', small)).toBeNull()
  expect(resolveCode('AZ', small)).toBe('az')
})

it('BR-3 the home of a shared code that no brand is named after is its first holder', () => {
  const pair = [testBrand({ code: 'az', sharedBrandCode: 'WEST' }), testBrand({ code: 'ub', sharedBrandCode: 'WEST' })]
  expect(resolveCode('west', brandDirectory(pair))).toBe('az')
})

it('BR-3 a brand’s own code outranks another brand’s alias of the same name', () => {
  const pair = [testBrand({ code: 'az', aliases: ['UB'] }), testBrand({ code: 'ub' })]
  expect(resolveCode('UB', brandDirectory(pair))).toBe('ub')
})
