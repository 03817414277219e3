import { type Kysely, sql } from 'kysely'

/**
 * Reminders that a medicine is running out (MP-29), drug classes in formularies (MP-17), and a gateway's payouts to the plan's bank
 * (MP-19).
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const text of statements) await sql.raw(text).execute(db)
}

const statements = [
  'alter table notification_choice add column refill_soon boolean not null default true',
  // The supply that a reminder was about, by its last day.
  `create table refill_reminder (
    member_id uuid not null,
    medicine_id uuid not null,
    last_day date not null,
    told_at timestamptz not null,
    primary key (member_id, medicine_id, last_day)
  )`,
  'alter table formulary_drug add column drug_class text',
  // Lines from the files in which a gateway lists its payouts.
  `create table payout_line (
    line_id text primary key,
    payout text not null,
    paid_on date not null,
    payment_id uuid,
    kind text not null check (kind in ('payment', 'refund', 'other')),
    amount_cents bigint not null,
    run_id uuid not null,
    imported_at timestamptz not null
  )`,
  'create index payout_line_of_payment on payout_line (payment_id)',
  'alter table ledger_check add column bank_cents bigint, add column bank_through date',
]
