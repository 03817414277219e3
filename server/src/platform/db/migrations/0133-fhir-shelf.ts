import { type Kysely, sql } from 'kysely'

/** Resources as apps are served them (OS-21 to OS-25): members' and care providers'. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const text of statements) await sql.raw(text).execute(db)
  const { rows } = await sql<{ fast: boolean }>`
    select 'lz4' = any(enumvals) as fast from pg_settings where name = 'default_toast_compression'`.execute(db)
  if (!rows[0]?.fast) return
  for (const table of ['fhir_resource', 'fhir_resource_version', 'fhir_party'])
    await sql.raw(`alter table ${table} alter column body set compression lz4`).execute(db)
}

const statements = [
  `create table fhir_resource (
    member_id uuid not null references member,
    type text not null,
    id uuid not null,
    version integer not null,
    updated timestamptz not null,
    sensitive boolean not null,
    starts timestamptz,
    ends timestamptz,
    tokens text[] not null,
    dates jsonb not null,
    refs text[] not null,
    source_version text,
    content_hash bytea not null,
    body text,
    primary key (member_id, type, id)
  )`,
  'create index fhir_resource_updated on fhir_resource (member_id, type, updated, id)',
  'create index fhir_resource_starts on fhir_resource (member_id, type, starts desc, id)',
  'create index fhir_resource_id on fhir_resource (id)',
  `create table fhir_resource_version (
    member_id uuid not null,
    type text not null,
    id uuid not null,
    version integer not null,
    updated timestamptz not null,
    body text,
    primary key (member_id, type, id, version)
  )`,
  `create table fhir_party (
    brand text not null,
    type text not null,
    id uuid not null,
    version integer not null,
    updated timestamptz not null,
    tokens text[] not null,
    dates jsonb not null,
    refs text[] not null,
    source_version text,
    content_hash bytea not null,
    body text,
    primary key (brand, type, id)
  )`,
  'create index fhir_party_tokens on fhir_party using gin (tokens)',
  'create index fhir_party_refs on fhir_party using gin (refs)',
  'create index fhir_party_updated on fhir_party (brand, type, updated, id)',
  // References to something that has not arrived yet: from a member's resources, or from a party's.
  `create table fhir_waiting (
    target text not null,
    member_id uuid not null,
    party text not null default '',
    brand text not null,
    arrived boolean not null default false,
    primary key (target, member_id, party)
  )`,
  'create index fhir_waiting_arrived on fhir_waiting (target) where arrived',
  // Backfill of existing data: the worker's place in it, until it is done.
  'create table fhir_catch_up (kind text primary key, after uuid not null)',
  `insert into fhir_catch_up (kind, after) select 'members', '00000000-0000-0000-0000-000000000000'
    where exists (select from member)`,
  'alter table import_patient add column resource text',
]
