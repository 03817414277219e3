import { type Kysely, sql } from 'kysely'

/** Finds claims that name themselves what replaces them, once that comes (IM-1). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index claim_replaced_by on claim (member_id, replaced_by) where replaced_by is not null`.execute(db)
}
