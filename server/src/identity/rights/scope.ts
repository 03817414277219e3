import { everyBrand } from '@portico/rules/brand/every'
import type { Entitlement } from '@portico/rules/staff/entitlements'
import type { Reader } from '../../platform/db/database.ts'
import { CallError } from '../../platform/http/call-error.ts'
import type { Principal } from '../../platform/http/principal.ts'
import { findPerson } from '../accounts/people.ts'
import { listBrands } from './store.ts'

/**
 * The brands that a member of staff works for, and their entitlements; every read and change in the workspace requires one (MC-6, RO-4).
 */
export interface Scope {
  readonly accountId: string
  readonly name: string
  readonly firstName: string
  /** What they may do besides their role. */
  readonly entitlements: readonly string[]
  readonly supervisor: boolean
  /** Brand codes; null: all brands. */
  readonly brands: readonly string[] | null
}

export async function readScope(db: Reader, { accountId }: Pick<Principal, 'accountId'>): Promise<Scope> {
  const { firstName, lastName, entitlements } = await findPerson(db, accountId)
  const brands = await listBrands(db, accountId)
  return {
    accountId,
    firstName,
    name: `${firstName} ${lastName}`.trim(),
    entitlements,
    supervisor: entitlements.includes('supervise'),
    brands: brands.includes(everyBrand) ? null : brands,
  }
}

/** The scope of someone who works at the desk; throws WRONG-ROLE for other staff, who see none of its mail (AD-2, MC-6). */
export async function requireDeskScope(db: Reader, principal: Pick<Principal, 'accountId'>): Promise<Scope> {
  const scope = await readScope(db, principal)
  if (!mayAnswer(scope)) throw new CallError('WRONG-ROLE')
  return scope
}

export function mayAnswer({ entitlements }: Pick<Scope, 'entitlements'>): boolean {
  return entitlements.includes('answer' satisfies Entitlement)
}

export function worksFor({ brands }: Pick<Scope, 'brands'>, brand: string): boolean {
  return brands === null || brands.includes(brand)
}
