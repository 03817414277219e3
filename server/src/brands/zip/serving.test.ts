import { testBrand } from '@portico/rules/brand/test-brands'
import { expect, test } from 'vitest'
import { replaceBrands } from '../brand/live-brands.ts'
import type { LoadedBrand } from '../brand/load.ts'
import { withStatesOfBrands } from './serving.ts'
import type { ZipTable } from './table.ts'

test('BR-11 a state that a brand claims leads to that brand rather than the territories, as soon as the brand exists', () => {
  const county = (state: string) => ({ fips: '46065', name: 'A county', state })
  const zips = {
    counties: (zip: string) => (zip === '57501' ? [county('SD'), county('ND')] : zip === '58501' ? [county('ND')] : []),
    findBrand: (zip: string) => (zip === '00000' ? null : 'ndbcbs'),
    place: () => null,
    all: () => [],
  } satisfies ZipTable
  const brands = new Map<string, LoadedBrand>()
  const { findBrand } = withStatesOfBrands(zips, brands)
  expect(findBrand('57501')).toBe('ndbcbs')
  const prairie = { brand: testBrand({ code: 'prairie', states: ['SD'] }) } as LoadedBrand
  replaceBrands(brands, new Map([['prairie', prairie]]))
  expect(['57501', '58501', '00000'].map(findBrand)).toEqual(['prairie', 'ndbcbs', null])
})

test('BR-11 BR-7 a county that a brand claims leads to that brand, ahead of its state and the territories', () => {
  const zips = {
    counties: (zip: string) => [{ fips: zip, name: 'A county', state: 'SD' }],
    findBrand: () => 'ndbcbs',
    place: () => null,
    all: () => [],
  } satisfies ZipTable
  const brands = new Map(
    [testBrand({ code: 'prairie', states: ['SD'] }), testBrand({ code: 'river', counties: ['46065', '46066'] })].map(
      (brand) => [brand.code, { brand } as LoadedBrand],
    ),
  )
  const { findBrand } = withStatesOfBrands(zips, brands)
  expect(['46065', '46066', '46067'].map(findBrand)).toEqual(['river', 'river', 'prairie'])
  const withdrawn = { brand: testBrand({ code: 'river', counties: ['46065'] }), isWithdrawn: true } as LoadedBrand
  replaceBrands(brands, new Map([['river', withdrawn]]))
  expect(findBrand('46065')).toBe('ndbcbs')
})
