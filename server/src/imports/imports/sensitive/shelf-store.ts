import { sql } from 'kysely'
import type { Tx } from '../../../platform/db/database.ts'

/** Marks served resources as sensitive or not. */
export async function markShelved(
  tx: Tx,
  rows: readonly {
    readonly member_id: string
    readonly type: string
    readonly id: string
    readonly sensitive: boolean
  }[],
): Promise<void> {
  if (rows.length === 0) return
  await sql`update fhir_resource r set sensitive = new.sensitive
    from unnest(${rows.map((row) => row.member_id)}::uuid[], ${rows.map(({ type }) => type)}::text[],
      ${rows.map(({ id }) => id)}::uuid[], ${rows.map(({ sensitive }) => sensitive)}::boolean[]) as new (member_id, type, id, sensitive)
    where (r.member_id, r.type, r.id) = (new.member_id, new.type, new.id) and r.sensitive <> new.sensitive`.execute(tx)
}
