import { type Kysely, sql } from 'kysely'

/** Sessions of staff who must set up a second factor before anything else. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table session add column factor_due boolean not null default false`.execute(db)
}
