import fc from 'fast-check'
import { expect, test } from 'vitest'
import { filterOptions, optionNamed } from './filter.ts'

const options = ['Allegheny County', 'Cañon County', 'Mac-Intyre County', 'St. Joseph County'].map((label) => ({
  label,
}))
const listShown = (typed: string) => filterOptions(options, typed).map(({ label }) => label)

test('MN-6 the beginning of any word finds an option, without accents and capitals', () => {
  expect(listShown('')).toHaveLength(4)
  expect(listShown('  ')).toHaveLength(4)
  expect(listShown('CANON')).toEqual(['Cañon County'])
  expect(listShown('int')).toEqual(['Mac-Intyre County'])
  expect(listShown('st. jo')).toEqual(['St. Joseph County'])
  expect(listShown('st jo')).toEqual(['St. Joseph County'])
  expect(listShown('ounty')).toEqual([])
})

test('VA-9 an option typed out in full counts as chosen, and nothing else does', () => {
  expect(optionNamed(options, ' canon county ')?.label).toBe('Cañon County')
  expect(optionNamed(options, 'canon')).toBeNull()
  expect(optionNamed(options, '')).toBeNull()
})

test('MN-6 every option is found by each beginning of its label', () => {
  fc.assert(
    fc.property(fc.constantFrom(...options), fc.nat(20), (option, length) => {
      expect(filterOptions(options, option.label.slice(0, length))).toContain(option)
    }),
  )
})
