import { scopesOfDependent } from '@portico/rules/people/access'
import { findOwnMember } from '../../identity/accounts/people.ts'
import { easternDay, isoDate } from '../../platform/day.ts'
import type { Reader } from '../../platform/db/database.ts'
import type { MemberPrincipal } from '../../platform/http/principal.ts'
import { toContractPerson } from './contract.ts'
import { findMember } from './store.ts'

/**
 * Members whose spending accounts are told of: the one whose record it is, and of a child's the parent who looks at it. What their account
 * has paid for the child is paid on the child's pages, too (RG-3, MP-10).
 */
export async function listPayers(db: Reader, principal: MemberPrincipal, now: Date): Promise<readonly string[]> {
  const parent = await findLookingParent(db, principal, now)
  return parent === null ? [principal.memberId] : [principal.memberId, parent]
}

/** Whether the amounts of the whole family are told: to its members, also where a parent looks at a child's, and to nobody else (MP-14). */
export async function maySeeFamily(db: Reader, principal: MemberPrincipal, now: Date): Promise<boolean> {
  return principal.scopes === null || (await findLookingParent(db, principal, now)) !== null
}

/** The member who looks at the information of a child whose claims are also among their own; null in all other cases. */
async function findLookingParent(
  db: Reader,
  { memberId, accountId, scopes }: MemberPrincipal,
  now: Date,
): Promise<string | null> {
  const reader = scopes === null ? null : await findOwnMember(db, accountId)
  if (reader === null) return null
  const seen = await findMember(db, memberId)
  const own = await findMember(db, reader)
  if (own === undefined || own.brand !== seen?.brand || own.contract_number !== seen.contract_number) return null
  const ownScopes = scopesOfDependent(toContractPerson(own), toContractPerson(seen), isoDate(easternDay(now)))
  return ownScopes.includes('claims') ? reader : null
}
