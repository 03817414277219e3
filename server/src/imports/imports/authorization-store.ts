import { sql } from 'kysely'
import type { Reader } from '../../platform/db/database.ts'

/** The member of a brand's prior authorization; null: nobody. */
export async function findAuthorizationOwner(db: Reader, brand: string, resourceId: string): Promise<string | null> {
  const { rows } = await sql<{ memberId: string }>`
    select r.member_id as "memberId" from prior_authorization r join member m on m.member_id = r.member_id
    where r.resource_id = ${resourceId} and m.brand = ${brand} and octet_length(r.content_hash) > 0 limit 1`.execute(db)
  return rows[0]?.memberId ?? null
}

interface NumberedAuthorization {
  readonly memberId: string
  readonly number: string
}

/**
 * The resource ids of members' prior authorizations with these numbers, if the ids begin in a certain way: the same authorization may come
 * from another source.
 */
export async function findSameAuthorizations(
  db: Reader,
  some: readonly NumberedAuthorization[],
  beginning: 'csv-authorization-' | 'ClaimResponse-',
): Promise<readonly (NumberedAuthorization & { readonly resourceId: string })[]> {
  const { rows } = await sql<NumberedAuthorization & { resourceId: string }>`
    select r.member_id as "memberId", r.number, r.resource_id as "resourceId"
    from unnest(${some.map(({ memberId }) => memberId)}::uuid[], ${some.map(({ number }) => number)}::text[]) as one (member, number)
      join prior_authorization r on r.member_id = one.member and r.number = one.number
    where starts_with(r.resource_id, ${beginning}) and not r.withdrawn order by r.imported_at`.execute(db)
  return rows
}
