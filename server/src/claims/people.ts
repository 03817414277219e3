import { scopesOfDependent } from '@portico/rules/people/access'
import { easternDay, isoDate } from '../day.ts'
import type { Database } from '../db/database.ts'
import type { MemberPrincipal } from '../http/principal.ts'
import { type ContractPerson, listContract } from '../member/contract.ts'

/** Somebody whose claims may be seen. */
export interface ClaimPatient {
  readonly memberId: string
  readonly firstName: string
  readonly lastName: string
}

/** Whose claims somebody may see, and whether those labelled sensitive are among them. */
export interface ClaimScope {
  /** The member whose record it is first. */
  readonly people: readonly ClaimPatient[]
  /** Whose sensitive claims are shown: the patient's own, to themselves alone (MP-14). */
  readonly sensitiveOf: string | null
}

/** The scope of whoever asks, by their contract as it is now. */
export async function claimScope(
  db: Pick<Database, 'run'>,
  principal: MemberPrincipal,
  now: Date,
): Promise<ClaimScope> {
  return scopeAmong(await listContract(db, principal.memberId), principal, now)
}

/**
 * A subscriber sees their own claims and those of their children under 14; anybody else their own. Whoever acts for a member or
 * looks at their information sees that member's alone, and none that is labelled sensitive.
 */
function scopeAmong([member, ...others]: readonly ContractPerson[], principal: MemberPrincipal, now: Date): ClaimScope {
  if (member === undefined) return { people: [], sensitiveOf: null }
  const personOf = ({ relationship_code: relationshipCode, date_of_birth: born }: ContractPerson) => ({
    relationshipCode,
    dateOfBirth: isoDate(born),
  })
  const today = isoDate(easternDay(now))
  const isSeen = (one: ContractPerson) =>
    principal.scopes === null && scopesOfDependent(personOf(member), personOf(one), today).includes('claims')
  return scopeOf(principal, [member, ...others.filter(isSeen)])
}

/** The member's own claims, and those of others whose claims they may see. */
export function scopeOf(
  { memberId, scopes, actor }: MemberPrincipal,
  people: readonly Pick<ContractPerson, 'member_id' | 'first_name' | 'last_name'>[],
): ClaimScope {
  return {
    people: people.map((one) => ({ memberId: one.member_id, firstName: one.first_name, lastName: one.last_name })),
    sensitiveOf: scopes === null && actor === null ? memberId : null,
  }
}
