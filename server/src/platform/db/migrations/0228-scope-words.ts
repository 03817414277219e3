import { type Kysely, sql } from 'kysely'

/** The edition of the words that explained an access when the member last decided about it (RG-3); 0: from before editions were counted. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table person_access add column words integer not null default 0`.execute(db)
}
