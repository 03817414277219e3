import { sql } from 'kysely'
import type { Tx } from '../../platform/db/database.ts'

/** The brands whose members have a resource with this id in one of some tables. */
export async function listBrandsHolding(tx: Tx, tables: readonly string[], resourceId: string): Promise<string[]> {
  const each = tables.map((table) => sql`select member_id from ${sql.table(table)} where resource_id = ${resourceId}`)
  const { rows } = await sql<{ brand: string }>`
    select distinct brand from member where member_id in (${sql.join(each, sql` union all `)}) order by brand`.execute(
    tx,
  )
  return rows.map(({ brand }) => brand)
}

/** A resource as its file has it. */
export interface StoredResource {
  readonly memberId: string
  readonly resource: Readonly<Record<string, unknown>>
}

/** A brand's claims with an id that are not withdrawn. */
export async function listValidClaims(tx: Tx, brand: string, resourceId: string): Promise<StoredResource[]> {
  const { rows } = await sql<StoredResource>`
    select claim.member_id as "memberId", version.resource from claim join member using (member_id) join claim_version version
      on version.member_id = claim.member_id and version.claim_id = claim.claim_id
        and version.content_hash = claim.content_hash
    where member.brand = ${brand} and claim.resource_id = ${resourceId} and claim.state <> 'cancelled'`.execute(tx)
  return rows
}

/** A brand's records with an id in a table that are not withdrawn. */
export async function listValidRecords(
  tx: Tx,
  table: string,
  brand: string,
  resourceId: string,
): Promise<StoredResource[]> {
  const { rows } = await sql<StoredResource>`
    select one.member_id as "memberId", version.resource from ${sql.table(table)} one join member using (member_id) join record_version version
      on version.member_id = one.member_id and version.type = ${table} and version.resource_id = one.resource_id
        and version.content_hash = one.content_hash
    where member.brand = ${brand} and one.resource_id = ${resourceId} and not one.withdrawn`.execute(tx)
  return rows
}

/** The resources that apps get under an id. */
export function listServed(tx: Tx, id: string) {
  return tx
    .selectFrom('fhir_resource')
    .select(['member_id as memberId', 'type', 'id'])
    .where('id', '=', id)
    .where('body', 'is not', null)
    .execute()
}
