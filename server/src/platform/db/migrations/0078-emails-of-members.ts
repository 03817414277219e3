import { type Kysely, sql } from 'kysely'

/** The member whom an e-mail is for, so that two members who share an address each get theirs. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table outbox add column for_member_id uuid`.execute(db)
}
