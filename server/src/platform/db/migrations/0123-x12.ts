import { type Kysely, sql } from 'kysely'

/**
 * Plans' X12 files (FD-1 to FD-4). `x12_member`: a member as the enrollment files describe them, so that changes can be applied;
 * `x12_before`: the member's state before a run, for undoing the run. `x12_claim_part`: what one file says of a claim; several parts make a
 * claim, and some wait for their member. `x12_interchange`: interchanges received, by the sender's own number. `x12_control`: control
 * numbers of our own answers.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const text of statements) await sql.raw(text).execute(db)
}

const statements = [
  `create table x12_member (
    brand text not null,
    member_number text not null,
    member_id uuid not null references member on delete cascade,
    contract_number text not null,
    version text not null,
    content_hash bytea not null,
    person jsonb not null,
    run_id uuid not null,
    primary key (brand, member_number)
  )`,
  'create index x12_member_contract on x12_member (brand, contract_number)',
  'create index x12_member_id on x12_member (member_id)',
  `create table x12_before (
    run_id uuid not null,
    member_id uuid not null references member on delete cascade,
    before jsonb,
    primary key (run_id, member_id)
  )`,
  'create index x12_before_member on x12_before (member_id)',
  `create table x12_claim_part (
    brand text not null,
    part_id bytea not null,
    member_id uuid references member on delete cascade,
    claim text,
    payer_number text,
    account text not null,
    npi text,
    first_day date not null,
    source text not null,
    decided_on date,
    sent_at text not null,
    place integer not null,
    patient jsonb not null,
    content jsonb not null,
    run_id uuid not null,
    imported_at timestamptz not null,
    primary key (brand, part_id)
  )`,
  'create index x12_claim_part_member on x12_claim_part (member_id, account)',
  'create index x12_claim_part_number on x12_claim_part (member_id, payer_number)',
  'create index x12_claim_part_waiting on x12_claim_part (brand, imported_at) where member_id is null',
  'create index x12_claim_part_run on x12_claim_part (run_id)',
  `create table x12_interchange (
    brand text not null,
    sender text not null,
    control text not null,
    sent text not null,
    digest bytea not null,
    run_id uuid not null,
    seen_at timestamptz not null,
    primary key (brand, sender, control, sent)
  )`,
  'create sequence x12_control maxvalue 999999999 cycle',
]
