import { scopesOfDependent } from '@portico/rules/people/access'
import { findOwnMember } from '../../identity/accounts/people.ts'
import { easternDay, isoDate } from '../../platform/day.ts'
import type { Reader } from '../../platform/db/database.ts'
import type { MemberPrincipal } from '../../platform/http/principal.ts'
import { toContractPerson } from './contract.ts'
import { findMember } from './store.ts'

/** Whether the amounts of the whole family are told: to its members, also where a parent looks at a child's, and to nobody else (MP-14). */
export async function maySeeFamily(db: Reader, principal: MemberPrincipal, now: Date): Promise<boolean> {
  return principal.scopes === null || (await isLookingParent(db, principal, now))
}

/** Whether a member looks at the information of a child whose claims are also among their own. */
async function isLookingParent(db: Reader, { memberId, accountId }: MemberPrincipal, now: Date): Promise<boolean> {
  const reader = await findOwnMember(db, accountId)
  if (reader === null) return false
  const seen = await findMember(db, memberId)
  const own = await findMember(db, reader)
  if (own === undefined || own.brand !== seen?.brand || own.contract_number !== seen.contract_number) return false
  const scopes = scopesOfDependent(toContractPerson(own), toContractPerson(seen), isoDate(easternDay(now)))
  return scopes.includes('claims')
}
