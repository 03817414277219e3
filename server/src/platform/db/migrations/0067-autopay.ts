import { type Kysely, sql } from 'kysely'

/** Payment methods stored at the gateway, and automatic payments with them (MP-18). */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const text of statements) await sql.raw(text).execute(db)
}

const statements = [
  // No card or account numbers: only the gateway's own id for it, and enough for its owner to recognize it.
  `create table premium_method (
    member_id uuid not null,
    method_id uuid not null,
    state text not null check (state in ('created', 'open', 'saved', 'expired', 'removing', 'removed')),
    gateway text not null,
    setup_ref text,
    gateway_ref text,
    customer_ref text,
    url text,
    kind text check (kind in ('card', 'bank')),
    label text,
    last_four text,
    language text not null,
    return_to text not null,
    looks integer not null,
    look_at timestamptz,
    created_at timestamptz not null,
    changed_at timestamptz not null,
    primary key (member_id, method_id)
  )`,
  'create index premium_method_to_look_at on premium_method (look_at) where look_at is not null',
  `create table premium_autopay (
    member_id uuid not null,
    account_id uuid not null,
    method_id uuid not null,
    most_cents bigint not null check (most_cents > 0),
    language text not null,
    confirmed_at timestamptz not null,
    checked_on date,
    told_for date,
    told_over_for date,
    primary key (member_id, account_id),
    foreign key (member_id, account_id) references premium_account,
    foreign key (member_id, method_id) references premium_method
  )`,
  'create index premium_autopay_to_check on premium_autopay (checked_on)',
  // For an automatic payment: its payment method, its due day, and the number of the attempt.
  `alter table premium_payment add column method_id uuid, add column auto_due_on date, add column auto_try integer`,
  `create unique index premium_payment_auto on premium_payment (member_id, account_id, auto_due_on, auto_try)
    where auto_due_on is not null`,
]
