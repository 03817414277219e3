import type { Brand } from './types.ts'

/** All that the rules need to know about whose plan a brand is. */
export type BrandIdentity = Pick<Brand, 'code' | 'sharedBrandCode'>

/** Minnesota means every brand with the shared code MINCR (the decisions on brands). */
export function isMinnesota(brand: BrandIdentity): boolean {
  return brand.sharedBrandCode === 'MINCR'
}

export function isNorthDakota(brand: Pick<Brand, 'code'>): boolean {
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
