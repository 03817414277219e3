import { type Kysely, sql } from 'kysely'

/**
 * A directory's resources as in its files (OS-13, OS-22), beside the rows that the provider finder uses; and the texts and references for
 * searches, so that among a million places a city or name is found by its beginning, and references by their target.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const text of statements) await sql.raw(text).execute(db)
  const { rows } = await sql<{ fast: boolean }>`
    select 'lz4' = any(enumvals) as fast from pg_settings where name = 'default_toast_compression'`.execute(db)
  if (rows[0]?.fast) await sql.raw('alter table fhir_directory alter column body set compression lz4').execute(db)
}

const statements = [
  `create table fhir_directory (
    generation integer not null,
    type text not null,
    id text not null,
    provider_id text,
    is_named boolean not null default false,
    places jsonb not null,
    begins text,
    ends text,
    said_at timestamptz,
    updated timestamptz not null,
    profiles text[] not null,
    tokens text[] not null,
    refs text[] not null,
    content_hash bytea not null,
    body text,
    primary key (generation, type, id)
  )`,
  'create index fhir_directory_tokens on fhir_directory using gin (tokens)',
  'create index fhir_directory_provider on fhir_directory (generation, provider_id) where provider_id is not null',
  `create table fhir_directory_value (
    generation integer not null,
    type text not null,
    parameter text not null,
    value text not null,
    id text not null
  )`,
  `create index fhir_directory_value_begins on fhir_directory_value (generation, type, parameter, value text_pattern_ops)`,
  'create index fhir_directory_value_id on fhir_directory_value (generation, type, id)',
]
