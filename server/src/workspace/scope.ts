import { everyBrand } from '@portico/rules/brand/every'
import { findPerson } from '../accounts/people.ts'
import type { Reader } from '../db/database.ts'
import type { Principal } from '../http/principal.ts'
import { listBrands } from './store.ts'

/** The brands that a member of staff works for, and their entitlements; every read and change of the workspace takes one (MC-6, RO-4). */
export interface Scope {
  readonly accountId: string
  readonly name: string
  readonly firstName: string
  /** What they may do in addition to their role. */
  readonly entitlements: readonly string[]
  readonly supervisor: boolean
  /** Codes of brands; null: all of them. */
  readonly brands: readonly string[] | null
}

export async function scopeOf(db: Reader, { accountId }: Pick<Principal, 'accountId'>): Promise<Scope> {
  const { firstName, lastName, entitlements } = await findPerson(db, accountId)
  const brands = await listBrands(db, accountId)
  return {
    accountId,
    firstName,
    name: `${firstName} ${lastName}`,
    entitlements,
    supervisor: entitlements.includes('supervise'),
    brands: brands.includes(everyBrand) ? null : brands,
  }
}

export function worksFor({ brands }: Pick<Scope, 'brands'>, brand: string): boolean {
  return brands === null || brands.includes(brand)
}
