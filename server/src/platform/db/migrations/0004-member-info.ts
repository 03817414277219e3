import { type Kysely, sql } from 'kysely'

/** Who shares a contract, when a coverage took effect, and the accounts that a vendor keeps for a member (HT-4). */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const text of statements) await sql.raw(text).execute(db)
}

const statements = [
  // Members of one contract have the same number; a member alone on a contract keeps theirs.
  'alter table member add column contract_number text',
  'update member set contract_number = member_number',
  'alter table member alter column contract_number set not null',
  'create index member_by_contract on member (brand, contract_number)',
  // Null: not in effect yet, e.g. because the first premium has not been paid.
  'alter table coverage add column effectuated_on date',
  `update coverage set effectuated_on = (
    select min(coverage_begin_date) from product
    where product.member_id = coverage.member_id
      and product.client_number = coverage.client_number
      and product.group_number = coverage.group_number
  )`,
  `create table spending_account (
    member_id uuid not null,
    client_number text not null,
    group_number text not null,
    account_id text not null,
    vendor_type text not null,
    account_type text not null check (account_type in ('HSA', 'FSA', 'HRA', 'DCA')),
    plan_year integer not null,
    begin_date date not null,
    end_date date,
    annual_cents integer not null,
    contributed_cents integer not null,
    spent_cents integer not null,
    primary key (member_id, client_number, group_number, account_id),
    foreign key (member_id, client_number, group_number) references coverage
  )`,
]
