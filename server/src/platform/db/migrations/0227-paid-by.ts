import { type Kysely, sql } from 'kysely'

/** What a payment was made with, in words that its payer recognizes, for their receipt (MP-18). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table premium_payment add column paid_by_kind text, add column paid_by_label text,
    add column paid_by_last_four text`.execute(db)
}
