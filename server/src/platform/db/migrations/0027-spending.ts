import { type Kysely, sql } from 'kysely'

/** Spending accounts per plan year, and their transactions, from files of a plan or its vendor (MP-10, MP-11). */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const text of statements) await sql.raw(text).execute(db)
}

const statements = [
  'drop table spending_account',
  // A null amount or day: the file does not say. One row per account and plan year.
  `create table spending_account (
    member_id uuid not null references member,
    account_id uuid not null,
    account_number text not null,
    client_number text,
    group_number text,
    vendor_type text not null,
    vendor_name text,
    account_type text not null check (account_type in ('HSA', 'FSA', 'LPFSA', 'DCA', 'HRA')),
    state text not null check (state in ('open', 'closed', 'withdrawn')),
    plan_year integer not null,
    begin_date date,
    end_date date,
    coverage_level text check (coverage_level in ('self', 'family')),
    election_cents bigint,
    employee_cents bigint,
    employer_cents bigint,
    spent_cents bigint,
    balance_cents bigint,
    as_of date,
    spend_by date,
    claim_by date,
    carry_over_cents bigint,
    run_id uuid not null,
    imported_at timestamptz not null,
    primary key (member_id, account_id)
  )`,
  // Money in is positive, money out negative. for_member_id null: care of the account's own member, or no one in particular.
  `create table spending_transaction (
    member_id uuid not null,
    transaction_id uuid not null,
    account_id uuid not null,
    vendor_id text not null,
    moved_on date not null,
    kind text not null check (kind in
      ('contribution', 'payment', 'card', 'reimbursement', 'fee', 'interest', 'adjustment')),
    state text not null check (state in ('posted', 'pending', 'denied', 'receipt-needed', 'withdrawn')),
    amount_cents bigint not null,
    paid_by text check (paid_by in ('employee', 'employer')),
    payee text,
    note text,
    for_member_id uuid,
    claim_number text,
    sensitive boolean not null,
    run_id uuid not null,
    imported_at timestamptz not null,
    primary key (member_id, transaction_id),
    foreign key (member_id, account_id) references spending_account
  )`,
  `create index spending_transaction_by_day on spending_transaction (member_id, moved_on desc, transaction_id)
    where state <> 'withdrawn'`,
  `create index spending_transaction_by_claim on spending_transaction (member_id, claim_number)
    where claim_number is not null`,
  // Which plans have sent such files; reveals nothing about anyone.
  'create table spending_sent (brand text primary key, sent_at timestamptz not null)',
]
