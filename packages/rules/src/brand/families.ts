import type { Brand } from './types.ts'

/** What the rules need to know whose plan a brand is. */
export type BrandIdentity = Pick<Brand, 'code' | 'sharedBrandCode'>

/** Minnesota is every brand with the shared code MINCR (the decisions on brands). */
export function isMinnesota(brand: BrandIdentity): boolean {
  return brand.sharedBrandCode === 'MINCR'
}

export function isNorthDakota(brand: BrandIdentity): boolean {
  return brand.code === 'ndbcbs'
}

export function isWyoming(brand: BrandIdentity): boolean {
  return brand.code === 'wybcbs'
}

export function isIdaho(brand: BrandIdentity): boolean {
  return brand.code === 'idh'
}

export function isWestVirginia(brand: BrandIdentity): boolean {
  return brand.code === 'ms'
}
