import { type Kysely, sql } from 'kysely'

/** Payments of premiums through a gateway, the ledger of the money that moved, and its nightly comparison (MP-19). */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const text of statements) await sql.raw(text).execute(db)
}

const statements = [
  // Which of our payments the plan has posted.
  'alter table premium_move add column payment_id uuid',
  // No card or account numbers: these stay at the gateway.
  `create table premium_payment (
    member_id uuid not null,
    payment_id uuid not null,
    account_id uuid not null,
    amount_cents bigint not null check (amount_cents > 0),
    paid_cents bigint not null check (paid_cents >= 0),
    refunded_cents bigint not null check (refunded_cents >= 0),
    state text not null check (state in ('created', 'sent', 'pending', 'unknown', 'succeeded', 'failed', 'expired')),
    gateway text not null,
    gateway_ref text,
    url text,
    language text not null,
    return_to text not null,
    looks integer not null,
    look_at timestamptz,
    created_at timestamptz not null,
    changed_at timestamptz not null,
    settled_at timestamptz,
    primary key (member_id, payment_id),
    foreign key (member_id, account_id) references premium_account
  )`,
  'create index premium_payment_to_look_at on premium_payment (look_at) where look_at is not null',
  // Double entry: each row takes an amount from one account and gives it to another, so no entry can be out of balance.
  `create table ledger_entry (
    member_id uuid not null,
    payment_id uuid not null,
    entry text not null,
    debit text not null check (debit in ('gateway', 'premium')),
    credit text not null check (credit in ('gateway', 'premium')),
    amount_cents bigint not null check (amount_cents > 0),
    at timestamptz not null,
    check (debit <> credit),
    primary key (member_id, payment_id, entry),
    foreign key (member_id, payment_id) references premium_payment
  )`,
  // The result of comparing the ledger with the gateway's books; one per night.
  `create table ledger_check (
    day date not null,
    gateway text not null,
    started_at timestamptz not null,
    ended_at timestamptz,
    payments integer not null,
    ledger_cents bigint not null,
    gateway_cents bigint not null,
    differences jsonb not null,
    primary key (day, gateway)
  )`,
]
