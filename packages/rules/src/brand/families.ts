import type { Brand } from './types.ts'

/** The fields of a brand that tell the rules whose plan it is. */
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
