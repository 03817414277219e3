import { type Kysely, sql } from 'kysely'

/** What payers' banks have taken back of a payment, by the gateway's ids of the disputes (MP-19). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table premium_payment add column disputes jsonb not null default '{}'`.execute(db)
}
