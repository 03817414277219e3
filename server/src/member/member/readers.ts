import { scopesOfDependent } from '@portico/rules/people/access'
import { findOwnMember } from '../../identity/accounts/people.ts'
import { easternDay, isoDate } from '../../platform/day.ts'
import type { Reader } from '../../platform/db/database.ts'
import type { MemberPrincipal } from '../../platform/http/principal.ts'
import { toContractPerson } from './contract.ts'
import { findMember } from './store.ts'

/**
 * Whether someone may see the whole family's amounts: its members may, even a parent who looks at a child's information, and nobody
 * else (MP-14).
 */
export async function maySeeFamily(db: Reader, principal: MemberPrincipal, now: Date): Promise<boolean> {
  return principal.scopes === null || (await isLookingParent(db, principal, now))
}

/** Whether someone looks at the information of a child whose claims they also see as their own family's. */
async function isLookingParent(db: Reader, { memberId, accountId }: MemberPrincipal, now: Date): Promise<boolean> {
  const reader = await findOwnMember(db, accountId)
  if (reader === null) return false
  const seen = await findMember(db, memberId)
  const own = await findMember(db, reader)
  if (own === undefined || own.brand !== seen?.brand || own.contract_number !== seen.contract_number) return false
  const scopes = scopesOfDependent(toContractPerson(own), toContractPerson(seen), isoDate(easternDay(now)))
  return scopes.includes('claims')
}
