import { type Kysely, sql } from 'kysely'

/** Amounts of a payment that payers' banks have taken back, by the gateway's dispute ids (MP-19). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table premium_payment add column disputes jsonb not null default '{}'`.execute(db)
}
