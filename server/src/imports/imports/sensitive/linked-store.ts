import { sql } from 'kysely'
import { computeFhirId } from '../../../apis/fhir/shelf/place.ts'
import { findRelated } from '../../../member/claims/settling.ts'
import type { Tx } from '../../../platform/db/database.ts'
import { markShelved } from './shelf-store.ts'

/**
 * A claim, the claims that replace it and those that void it are about the same care, however they refer to each other: if one is
 * sensitive, all are (MP-14), whichever came first.
 */
export async function hideLinked(tx: Tx, brand: string, members: readonly string[]): Promise<void> {
  const own = await tx
    .selectFrom('claim')
    .select(['member_id as memberId', 'claim_id as claimId'])
    .where('member_id', '=', sql<string>`any(${[...new Set(members)]}::uuid[])`)
    .where('sensitive', '=', true)
    .execute()
  if (own.length === 0) return
  const linked = await findRelated(tx, own)
  const [memberIds, claimIds] = [linked.map(({ memberId }) => memberId), linked.map(({ claimId }) => claimId)]
  const { rows } = await sql<{ member_id: string; resourceId: string }>`update claim set sensitive = true
    where (member_id, claim_id) in (select * from unnest(${memberIds}::uuid[], ${claimIds}::uuid[])) and not sensitive
    returning member_id, resource_id as "resourceId"`.execute(tx)
  const type = 'ExplanationOfBenefit'
  await markShelved(
    tx,
    rows.map(({ member_id, resourceId }) => ({
      member_id,
      type,
      id: computeFhirId(brand, type, resourceId),
      sensitive: true,
    })),
  )
}
