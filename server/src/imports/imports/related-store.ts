import type { Relation } from '@portico/rules/fhir/related'
import { sql } from 'kysely'
import type { ClaimKey } from '../../member/claims/links.ts'
import type { Tx } from '../../platform/db/database.ts'

/** A claim with a claim that it replaced, or that replaced it; one row without a code if there is none. */
interface ClaimWithOther {
  readonly memberId: string
  readonly resourceId: string
  readonly code: Relation['code'] | null
  readonly other: string
  readonly claimNumber: string
}

/** Lists which claims replace which; a sensitive claim appears only beside another sensitive one. */
export async function listRelated(tx: Tx, claims: readonly ClaimKey[]): Promise<ClaimWithOther[]> {
  const [members, ids] = [claims.map(({ memberId }) => memberId), claims.map(({ claimId }) => claimId)]
  const { rows } = await sql<ClaimWithOther>`
    select c.member_id as "memberId", c.resource_id as "resourceId", o.resource_id as other, o.claim_number as "claimNumber",
      case when o.claim_id = c.replaced_by then 'replacedby' when o.claim_id is not null then 'prior' end as code
    from (select distinct * from unnest(${members}::uuid[], ${ids}::uuid[])) as named (member, id)
    join claim c on c.member_id = named.member and c.claim_id = named.id
    left join claim o on o.member_id = c.member_id and (o.claim_id = c.replaced_by or o.replaced_by = c.claim_id)
      and (c.sensitive or not o.sensitive)
    order by c.member_id, c.claim_id, o.claim_id`.execute(tx)
  return rows
}
