import { type Kysely, sql } from 'kysely'

/** Whom an e-mail is for, so that of two members with one address each is told. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table outbox add column for_member_id uuid`.execute(db)
}
