import { type Kysely, sql } from 'kysely'

/**
 * The member's record as plans send it (IM-1 to IM-5, MP-2). The keys of member data begin with the member; data that files bring before
 * the member is known, and those who provide care, have small tables of their own.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const text of statements) await sql.raw(text).execute(db)
}

const statements = [
  // What was imported, when, and with what result; names no one.
  `create table import_run (
    run_id uuid primary key,
    kind text not null,
    brand text,
    files jsonb not null,
    state text not null check (state in ('running', 'done', 'failed')),
    counts jsonb not null,
    started_at timestamptz not null,
    ended_at timestamptz,
    problem text
  )`,
  // People in a plan's files, by the id that the files use; a member once their number is known.
  `create table import_patient (
    brand text not null,
    patient_id text not null,
    first_name text not null,
    last_name text not null,
    birth_date date not null,
    member_number text,
    contract_number text,
    relationship_code text,
    member_id uuid,
    version text,
    content_hash bytea not null,
    run_id uuid not null,
    primary key (brand, patient_id)
  )`,
  'create index import_patient_without_member on import_patient (brand) where member_id is null',
  `create table import_party (
    brand text not null,
    party_id text not null,
    party_type text not null,
    name text not null,
    npi text,
    /** What a role stands for: ids of its organization and practitioner. */
    stands_for jsonb,
    version text,
    content_hash bytea not null,
    run_id uuid not null,
    primary key (brand, party_id, party_type)
  )`.replace(/\s*\/\*\*.*?\*\//gs, ''),
  // A coverage as in a plan's file; the member's groups and products are derived from all of them.
  `create table coverage_source (
    member_id uuid not null references member,
    resource_id text not null,
    version text,
    content_hash bytea not null,
    coverage jsonb not null,
    run_id uuid not null,
    primary key (member_id, resource_id)
  )`,
  'drop table claim',
  // A null amount: the file does not say. details: reasons, notes and amounts in the payer's own words.
  `create table claim (
    member_id uuid not null references member,
    claim_id uuid not null,
    claim_number text not null,
    client_number text,
    group_number text,
    type text not null,
    category text not null,
    state text not null check (state in
      ('in-progress', 'paid', 'denied', 'partly-denied', 'adjusted', 'paid-on-appeal', 'replaced', 'cancelled')),
    service_from date not null,
    service_to date not null,
    received_on date,
    processed_on date,
    paid_on date,
    provider_id text,
    provider_name text,
    facility_name text,
    payee text,
    network text check (network in ('in', 'out')),
    sensitive boolean not null,
    billed_cents bigint,
    allowed_cents bigint,
    discount_cents bigint,
    plan_paid_cents bigint,
    other_paid_cents bigint,
    deductible_cents bigint,
    copay_cents bigint,
    coinsurance_cents bigint,
    not_covered_cents bigint,
    share_cents bigint,
    unexplained_cents bigint,
    adds_up boolean,
    details jsonb not null,
    facts jsonb not null,
    replaces uuid,
    replaced_by uuid,
    search_text text not null,
    resource_id text not null,
    version text,
    content_hash bytea not null,
    run_id uuid not null,
    imported_at timestamptz not null,
    primary key (member_id, claim_id)
  )`,
  `create index claim_by_service on claim (member_id, service_from desc, claim_id)
    where state not in ('replaced', 'cancelled')`,
  'create index claim_replaces on claim (member_id, replaces) where replaces is not null',
  `create table claim_line (
    member_id uuid not null,
    claim_id uuid not null,
    line integer not null,
    service_date date,
    code text,
    description text,
    quantity double precision,
    denied boolean not null,
    figures jsonb not null,
    details jsonb not null,
    primary key (member_id, claim_id, line),
    foreign key (member_id, claim_id) references claim on delete cascade
  )`,
  // Every version as received: nothing of a claim's history is lost.
  `create table claim_version (
    member_id uuid not null,
    claim_id uuid not null,
    content_hash bytea not null,
    version text,
    state text not null,
    plan_paid_cents bigint,
    share_cents bigint,
    resource jsonb not null,
    run_id uuid not null,
    imported_at timestamptz not null,
    primary key (member_id, claim_id, content_hash),
    foreign key (member_id, claim_id) references claim on delete cascade
  )`,
  // The used part of a limit is computed as the sum of the year's claims.
  'alter table accumulator drop column used_cents',
]
