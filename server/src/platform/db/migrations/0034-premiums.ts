import { type Kysely, sql } from 'kysely'

/** Premium bills and payments on them, from the plan's billing (MP-18). They are stored under the person who pays. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const text of statements) await sql.raw(text).execute(db)
}

const statements = [
  'drop table premium',
  // What a contract's bills are based on. Null: the plan's file does not say.
  `create table premium_account (
    member_id uuid not null references member,
    account_id uuid not null,
    account_number text not null,
    client_number text,
    group_number text,
    state text not null check (state in ('open', 'closed', 'withdrawn')),
    balance_cents bigint,
    as_of date,
    paid_through date,
    auto_pay boolean,
    tax_credit boolean,
    grace_days integer,
    end_rule text check (end_rule in ('first-month', 'paid-through', 'grace-end')),
    run_id uuid not null,
    imported_at timestamptz not null,
    primary key (member_id, account_id)
  )`,
  `create table premium_bill (
    member_id uuid not null,
    bill_id uuid not null,
    account_id uuid not null,
    bill_number text not null,
    state text not null check (state in ('sent', 'withdrawn')),
    issued_on date,
    due_on date,
    period_from date,
    period_to date,
    amount_cents bigint not null,
    run_id uuid not null,
    imported_at timestamptz not null,
    primary key (member_id, bill_id),
    foreign key (member_id, account_id) references premium_account
  )`,
  `create table premium_line (
    member_id uuid not null,
    line_id uuid not null,
    bill_id uuid not null,
    position integer not null,
    state text not null check (state in ('sent', 'withdrawn')),
    kind text not null check (kind in ('premium', 'tax-credit', 'fee', 'adjustment', 'carried')),
    amount_cents bigint not null,
    for_member_id uuid,
    note text,
    run_id uuid not null,
    imported_at timestamptz not null,
    primary key (member_id, line_id),
    foreign key (member_id, bill_id) references premium_bill
  )`,
  // Money received is positive, money returned negative.
  `create table premium_move (
    member_id uuid not null,
    move_id uuid not null,
    account_id uuid not null,
    vendor_id text not null,
    state text not null check (state in ('posted', 'withdrawn')),
    moved_on date not null,
    kind text not null check (kind in ('payment', 'refund', 'returned', 'adjustment')),
    way text check (way in ('card', 'bank', 'check', 'cash', 'payroll', 'other')),
    amount_cents bigint not null,
    note text,
    run_id uuid not null,
    imported_at timestamptz not null,
    primary key (member_id, move_id),
    foreign key (member_id, account_id) references premium_account
  )`,
  // Which plans have sent such files; reveals nothing about anyone.
  'create table premium_sent (brand text primary key, sent_at timestamptz not null)',
]
