import { type Kysely, sql } from 'kysely'

/** Prescriptions, dispensed drugs, care teams and related persons (IM-1), and the coverage that a claim names. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const text of statements) await sql.raw(text).execute(db)
}

/** A row's source: columns of every resource table. */
const origin = `
    status text,
    withdrawn boolean not null,
    sensitive boolean not null,
    version text,
    content_hash bytea not null,
    run_id uuid not null,
    imported_at timestamptz not null,
    primary key (member_id, resource_id)`

const statements = [
  // Drugs that files refer to.
  `create table import_medication (
    brand text not null,
    medication_id text not null,
    name text not null,
    rxnorm text,
    ndc text,
    version text,
    content_hash bytea not null,
    run_id uuid not null,
    primary key (brand, medication_id)
  )`,
  `create table prescription (
    member_id uuid not null references member,
    resource_id text not null,
    name text not null,
    rxnorm text,
    ndc text,
    intent text,
    dose text,
    prescriber_id text,
    prescriber_name text,
    written_on date,
    ends_on date,
    quantity double precision,
    quantity_unit text,
    days_supply integer,
    refills integer,
    ${origin}
  )`,
  `create table dispense (
    member_id uuid not null references member,
    resource_id text not null,
    prescription_id text,
    name text not null,
    rxnorm text,
    ndc text,
    dose text,
    pharmacy_id text,
    pharmacy_name text,
    prepared_on date,
    handed_over_on date,
    quantity double precision,
    quantity_unit text,
    days_supply integer,
    ${origin}
  )`,
  `create table care_team (
    member_id uuid not null references member,
    resource_id text not null,
    name text,
    participants jsonb not null,
    begins date,
    ends date,
    ${origin}
  )`,
  `create table related_person (
    member_id uuid not null references member,
    resource_id text not null,
    name text not null,
    relationship text,
    birth_date date,
    phone text,
    email text,
    begins date,
    ends date,
    ${origin}
  )`,
  // Every version of the four resources as received: nothing of their history is lost.
  `create table record_version (
    member_id uuid not null references member,
    type text not null,
    resource_id text not null,
    content_hash bytea not null,
    resource jsonb not null,
    run_id uuid not null,
    imported_at timestamptz not null,
    primary key (member_id, type, resource_id, content_hash)
  )`,
  // Links a claim to its group, whichever of the two arrives first.
  'alter table claim add column coverage_id text',
  // Tells whether this version of a claim is already known, before the rest of the claim is read.
  'create index claim_by_id on claim (claim_id) include (content_hash)',
]
