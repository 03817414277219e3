import { expect, it } from 'vitest'
import { BENEFITS_HOME_DOMAIN, defaultDdValue, withOverrides } from './overrides.ts'
import { testBrand, testBrands } from './test-brands.ts'

it('BR-9 the West Virginia shared code gets the benefits-home domain and no accreditation, and keeps the rest', () => {
  const record = testBrand({ code: 'ms', sharedBrandCode: 'HMBCBSWV', uracAccredited: true })
  expect(withOverrides(record)).toEqual({ ...record, medicareDomain: BENEFITS_HOME_DOMAIN, uracAccredited: false })
  expect(record.uracAccredited).toBe(true)
  expect(BENEFITS_HOME_DOMAIN).toContain('benefits-home')
})

it('BR-9 every other record stays as it is', () => {
  const others = testBrands.filter((brand) => brand.sharedBrandCode !== 'HMBCBSWV')
  expect(others.map(withOverrides)).toEqual(others)
})

it('BR-5 DDValue defaults to 50 for the MS brand and is not set for any other', () => {
  const values = testBrands.map((brand) => [brand.code, defaultDdValue(brand)])
  expect(values.filter(([, value]) => value !== null)).toEqual([['ms', '50']])
})
