import { type Kysely, sql } from 'kysely'

/** Which words said what an access gives when the member last decided about it (RG-3); 0: those before any were counted. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table person_access add column words integer not null default 0`.execute(db)
}
