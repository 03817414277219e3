import { type Kysely, sql } from 'kysely'

/** Formularies' resources as in their files (OS-17, OS-22), in parts that plans share; and the texts and references for searches. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const text of statements) await sql.raw(text).execute(db)
  const { rows } = await sql<{ fast: boolean }>`
    select 'lz4' = any(enumvals) as fast from pg_settings where name = 'default_toast_compression'`.execute(db)
  if (rows[0]?.fast) await sql.raw('alter table fhir_formulary alter column body set compression lz4').execute(db)
}

const statements = [
  `alter table formulary add column received jsonb not null default '{"days": [], "parts": []}'`,
  `create table fhir_formulary_part (
    part integer generated always as identity primary key,
    brand text not null,
    source_hash bytea not null,
    content_hash bytea not null,
    days jsonb not null,
    run_id uuid not null,
    begun_at timestamptz not null
  )`,
  `create table fhir_formulary (
    brand text not null,
    type text not null,
    id text not null,
    part integer not null,
    ends_first date not null,
    begins_last date not null,
    updated timestamptz not null,
    profiles text[] not null,
    tokens text[] not null,
    dates jsonb not null,
    refs text[] not null,
    content_hash bytea not null,
    body text not null,
    primary key (brand, type, id, part)
  )`,
  'create index fhir_formulary_part_of on fhir_formulary (part)',
  // How a drug is covered is left out: thousands of drugs share the same value.
  `create index fhir_formulary_tokens on fhir_formulary using gin (tokens) where type <> 'Basic'`,
  `create table fhir_formulary_value (
    brand text not null,
    part integer not null,
    type text not null,
    parameter text not null,
    value text not null,
    id text not null
  )`,
  'create index fhir_formulary_value_begins on fhir_formulary_value (brand, type, parameter, value text_pattern_ops, id)',
  'create index fhir_formulary_value_part on fhir_formulary_value (part)',
]
