import { type Relation, withRelations } from '@portico/rules/fhir/related'
import { sql } from 'kysely'
import { amend } from '../../apis/fhir/shelf/amend.ts'
import { computeFhirId } from '../../apis/fhir/shelf/place.ts'
import type { ClaimKey } from '../../member/claims/links.ts'
import type { Tx } from '../../platform/db/database.ts'

/**
 * Tells on the shelf, of both sides, which claims were adjusted (OS-3), as pages show it. A claim that is the patient's own is named by none
 * that is not. `fresh`: the ids of those that this transaction has put there.
 */
export async function relateClaims(
  tx: Tx,
  brand: string,
  claims: readonly ClaimKey[],
  fresh: ReadonlySet<string>,
): Promise<void> {
  if (claims.length === 0) return
  const [members, ids] = [claims.map(({ memberId }) => memberId), claims.map(({ claimId }) => claimId)]
  const { rows } = await sql<{
    memberId: string
    resourceId: string
    code: Relation['code'] | null
    other: string
    claimNumber: string
  }>`
    select c.member_id as "memberId", c.resource_id as "resourceId", o.resource_id as other, o.claim_number as "claimNumber",
      case when o.claim_id = c.replaced_by then 'replacedby' when o.claim_id is not null then 'prior' end as code
    from (select distinct * from unnest(${members}::uuid[], ${ids}::uuid[])) as named (member, id)
    join claim c on c.member_id = named.member and c.claim_id = named.id
    left join claim o on o.member_id = c.member_id and (o.claim_id = c.replaced_by or o.replaced_by = c.claim_id)
      and (c.sensitive or not o.sensitive)
    order by c.member_id, c.claim_id, o.claim_id`.execute(tx)
  const readId = (resourceId: string) => computeFhirId(brand, 'ExplanationOfBenefit', resourceId)
  const related = Map.groupBy(rows, ({ memberId, resourceId }) => `${memberId} ${readId(resourceId)}`)
  const keys = rows.map(({ memberId, resourceId }) => ({
    memberId,
    type: 'ExplanationOfBenefit',
    id: readId(resourceId),
  }))
  await amend(tx, keys, fresh, ({ memberId, id, body }) => {
    const found = related.get(`${memberId} ${id}`) ?? []
    return withRelations(
      body,
      found.flatMap(({ code, other, claimNumber }) => (code === null ? [] : { code, id: readId(other), claimNumber })),
    )
  })
}
