import { type Kysely, sql } from 'kysely'

/** What authors write, who approved it, and the releases in which readers see it (CT-6, CT-8). */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const text of statements) await sql.raw(text).execute(db)
}

const statements = [
  // Append-only: each version is the whole item. value null: back to the portal's own released text.
  `create table content_version (
    version_id uuid primary key,
    name text not null,
    brand text not null,
    language text not null,
    qualifiers jsonb not null,
    content_type text,
    value text,
    note text not null,
    written_at timestamptz not null,
    account_id uuid not null,
    written_by text not null,
    place bigint generated always as identity
  )`,
  'create index content_version_of_item on content_version (name, brand, language, qualifiers, place desc)',
  `create table content_step (
    step_id uuid primary key,
    version_id uuid not null references content_version,
    step text not null,
    note text not null,
    taken_at timestamptz not null,
    account_id uuid not null,
    taken_by text not null,
    place bigint generated always as identity
  )`,
  'create index content_step_of_version on content_step (version_id, place desc)',
  `create table content_release (
    release_id uuid primary key,
    live_from timestamptz not null,
    live_until timestamptz,
    note text not null,
    released_at timestamptz not null,
    account_id uuid not null,
    released_by text not null,
    place bigint generated always as identity
  )`,
  `create table content_released (
    release_id uuid not null references content_release,
    version_id uuid not null references content_version,
    primary key (release_id, version_id)
  )`,
  `create table content_undo (
    undo_id uuid primary key,
    release_id uuid not null unique references content_release,
    note text not null,
    undone_at timestamptz not null,
    account_id uuid not null,
    undone_by text not null
  )`,
  'create unique index content_released_once on content_released (version_id)',
]
