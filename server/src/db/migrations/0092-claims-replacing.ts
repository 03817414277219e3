import { type Kysely, sql } from 'kysely'

/** Finds the few claims that replace several others, once these come (IM-1). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index claim_also_replaces on claim (member_id) where jsonb_exists(facts, 'alsoReplaces')`.execute(db)
}
