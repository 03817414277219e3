import { type Kysely, sql } from 'kysely'

/** First premiums paid through the gateway (SH-9). */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const text of statements) await sql.raw(text).execute(db)
}

const statements = [
  // Who applies is no member yet: a payment of theirs goes by the application's id in place of a member's.
  `alter table premium_payment
    alter column account_id drop not null,
    add column enrollment_id uuid references shop_application,
    add check ((account_id is null) = (enrollment_id is not null)),
    add check (enrollment_id is null or enrollment_id = member_id)`,
  // The payment that is under way, or by which the first premium came; one at a time.
  'alter table shop_application add column payment_id uuid',
]
