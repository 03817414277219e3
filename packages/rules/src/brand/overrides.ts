import { type BrandIdentity, isWestVirginia } from './families.ts'
import type { Brand } from './types.ts'

/** Where the West Virginia brand's Medicare pages live (BR-9). */
export const BENEFITS_HOME_DOMAIN = 'benefits-home.example'

/** The record as the portal uses it, with the overrides for West Virginia's shared code (BR-9). Apply on loading. */
export function withOverrides(brand: Brand): Brand {
  if (brand.sharedBrandCode !== 'HMBCBSWV') return brand
  return { ...brand, medicareDomain: BENEFITS_HOME_DOMAIN, uracAccredited: false }
}

/** The value of the cookie `DDValue` for someone who has none (BR-5); null: the cookie is not set. */
export function defaultDdValue(brand: BrandIdentity): string | null {
  return isWestVirginia(brand) ? '50' : null
}
