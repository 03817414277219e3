import { type Kysely, sql } from 'kysely'

/** Ways to get back in that do not block each other, and audit rows that stand for many refusals. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const text of statements) await sql.raw(text).execute(db)
}

const statements = [
  'alter table recovery_ticket drop constraint recovery_ticket_pkey',
  'alter table recovery_ticket drop constraint recovery_ticket_ticket_hash_key',
  'alter table recovery_ticket add primary key (ticket_hash)',
  'create index recovery_ticket_by_account on recovery_ticket (account_id)',
  // Number of refusals of the same kind that the row stands for; null: a single event.
  'alter table audit_event add column times integer',
]
