import { claimsSeen, claimsSeenOfBornAfter } from '@portico/rules/people/access'
import { toYyyymmdd } from '@portico/rules/validation/date'
import { easternDay, isoDate } from '../../platform/day.ts'
import { createStatement } from '../../platform/db/database.ts'
import type { MemberPrincipal } from '../../platform/http/principal.ts'
import type { ClaimScope } from './people.ts'

const quoteList = (codes: readonly string[]) => codes.map((code) => `'${code}'`).join(', ')

/**
 * Whose claims may be seen, as part of a statement (`bindSeen`): a subscriber sees their own and those of their children under 14,
 * anyone else their own; someone looking at a member's information sees only that member's.
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

export const seenStatement = createStatement<Pick<ClaimScope, 'people'>, ReturnType<typeof bindSeen>>(
  'claims-seen',
  `with ${seenText} select ${seenPeople}`,
)
