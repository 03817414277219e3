import type { Entitlement } from '@portico/rules/staff/entitlements'
import { isWithin } from '@portico/rules/staff/rights'
import { readScope, type Scope } from '../../identity/rights/scope.ts'
import type { Reader } from '../../platform/db/database.ts'
import { CallError } from '../../platform/http/call-error.ts'
import type { CallContext } from '../../platform/http/context.ts'
import type { Principal } from '../../platform/http/principal.ts'
import { findStaff, type StaffPerson } from './store.ts'

/** The scope of the caller; throws WRONG-ROLE for staff without the entitlement (RO-4). */
export async function requireEntitledScope(
  db: Reader,
  context: CallContext<Principal>,
  entitlement: Entitlement,
): Promise<Scope> {
  const scope = await readScope(db, context.principal)
  if (!scope.entitlements.includes(entitlement)) throw new CallError('WRONG-ROLE')
  return scope
}

/** Whether an administrator may manage a person: administrators of some brands manage only staff who work for no others. */
export function manages({ brands }: Pick<Scope, 'brands'>, person: Pick<StaffPerson, 'brand' | 'brands'>): boolean {
  return isWithin([person.brand, ...person.brands], brands)
}

/** Throws NOT-FOUND for a person of other brands, as if they did not exist. */
export async function requireManagedPerson(
  db: Reader,
  scope: Pick<Scope, 'brands'>,
  accountId: string,
): Promise<StaffPerson> {
  const person = await findStaff(db, { accountId })
  if (person === null || !manages(scope, person)) throw new CallError('NOT-FOUND')
  return person
}
