import { claimsSeen, claimsSeenOfBornAfter } from '@portico/rules/people/access'
import { toYyyymmdd } from '@portico/rules/validation/date'
import { easternDay, isoDate } from '../../platform/day.ts'
import { createStatement, type Database } from '../../platform/db/database.ts'
import type { MemberPrincipal } from '../../platform/http/principal.ts'
import type { Member } from '../member/contract.ts'

/** Someone whose claims may be seen. */
export interface ClaimPatient {
  readonly memberId: string
  readonly firstName: string
  readonly lastName: string
}

/** Whose claims someone may see, and whether sensitive ones are among them. */
export interface ClaimScope {
  /** The member whose record it is comes first. */
  readonly people: readonly ClaimPatient[]
  /** The person whose sensitive claims are shown: the patient, to themselves alone (MP-14). */
  readonly sensitiveOf: string | null
}

const quoteList = (codes: readonly string[]) => codes.map((code) => `'${code}'`).join(', ')

/**
 * Whose claims may be seen, as part of a statement (`bindSeen`): a subscriber sees their own and those of their children under 14, anyone
 * else their own; someone looking at a member's information sees only that member's.
 */
export const seenText = `seen as (
    select one.member_id as person_id, one.first_name, one.last_name, one.member_number,
      one.member_id <> viewer.member_id as other
    from member viewer join member one on one.brand = viewer.brand and one.contract_number = viewer.contract_number
    where viewer.member_id = :viewer and (
      one.member_id = viewer.member_id
      or viewer.relationship_code in (${quoteList(claimsSeen.by)})
        and one.relationship_code in (${quoteList(claimsSeen.of)}) and one.date_of_birth > :seenOfBornAfter::date))`

export const seenPeople = `(select coalesce(json_agg(
    json_build_object('memberId', person_id, 'firstName', first_name, 'lastName', last_name)
    order by other, member_number), '[]') from seen) as people`

export function bindSeen({ memberId, scopes }: MemberPrincipal, now: Date) {
  return {
    viewer: memberId,
    seenOfBornAfter: scopes === null ? toYyyymmdd(claimsSeenOfBornAfter(isoDate(easternDay(now)))) : null,
  }
}

/** Someone who acts for a member, or looks at their information, sees no sensitive claims. */
export function findSensitiveReader({ memberId, scopes, actor }: MemberPrincipal): string | null {
  return scopes === null && actor === null ? memberId : null
}

const seenStatement = createStatement<Pick<ClaimScope, 'people'>, ReturnType<typeof bindSeen>>(
  'claims-seen',
  `with ${seenText} select ${seenPeople}`,
)

/** The caller's scope, by their contract as it is now. */
export async function claimScope(
  db: Pick<Database, 'run'>,
  principal: MemberPrincipal,
  now: Date,
): Promise<ClaimScope> {
  const [seen] = await db.run(seenStatement, seenStatement.bindValues(bindSeen(principal, now)))
  return { people: seen?.people ?? [], sensitiveOf: findSensitiveReader(principal) }
}

/** A scope of the member alone. */
export function ownScope(
  principal: MemberPrincipal,
  one: Pick<Member, 'member_id' | 'first_name' | 'last_name'>,
): ClaimScope {
  const person = { memberId: one.member_id, firstName: one.first_name, lastName: one.last_name }
  return { people: [person], sensitiveOf: findSensitiveReader(principal) }
}
