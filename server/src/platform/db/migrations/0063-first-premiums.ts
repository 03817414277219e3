import { type Kysely, sql } from 'kysely'

/** First premiums paid through the gateway (SH-9). */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const text of statements) await sql.raw(text).execute(db)
}

const statements = [
  // An applicant is not a member yet: their payment holds the application's id in place of a member's.
  `alter table premium_payment
    alter column account_id drop not null,
    add column enrollment_id uuid references shop_application,
    add check ((account_id is null) = (enrollment_id is not null)),
    add check (enrollment_id is null or enrollment_id = member_id)`,
  // The payment under way, or the one that paid the first premium; one at a time.
  'alter table shop_application add column payment_id uuid',
]
