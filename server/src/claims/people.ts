import { relationshipOf } from '@portico/rules/member/family'
import { scopesOfDependent } from '@portico/rules/people/access'
import { easternDay, isoDate } from '../day.ts'
import type { Reader } from '../db/database.ts'
import type { MemberPrincipal } from '../http/principal.ts'
import { findMember, listOnContract, type Member } from '../member/contract.ts'

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

/**
 * A subscriber sees their own claims and those of their children under 14; anybody else their own. Whoever acts for a member or
 * looks at their information sees that member's alone, and none that is labelled sensitive.
 */
export async function claimScope(db: Reader, principal: MemberPrincipal, now: Date): Promise<ClaimScope> {
  const { memberId, scopes, actor } = principal
  const member = await findMember(db, memberId)
  if (member === undefined) return { people: [], sensitiveOf: null }
  const isThemselves = scopes === null && actor === null
  const isSubscriber = relationshipOf(member.relationship_code) === 'subscriber'
  const others = scopes === null && isSubscriber ? await listOnContract(db, member) : []
  const personOf = ({ relationship_code: relationshipCode, date_of_birth: born }: Member) => ({
    relationshipCode,
    dateOfBirth: isoDate(born),
  })
  const today = isoDate(easternDay(now))
  const seen = others.filter((one) => scopesOfDependent(personOf(member), personOf(one), today).includes('claims'))
  const people = [member, ...seen].map((one) => ({
    memberId: one.member_id,
    firstName: one.first_name,
    lastName: one.last_name,
  }))
  return { people, sensitiveOf: isThemselves ? memberId : null }
}
