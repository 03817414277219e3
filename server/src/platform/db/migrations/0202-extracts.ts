import { type Kysely, sql } from 'kysely'

/** How far a warehouse has each table (OP-12). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`create table extract_state (
      name text primary key,
      -- Whatever was changed before this moment is in an extract that is whole.
      extracted_until timestamptz,
      -- The extract that is being written: when it began, what it has written, and the last key of that; null: none is.
      begun_at timestamptz,
      free_text boolean not null default false,
      parts jsonb not null default '[]',
      after_key jsonb
    )`)
    .execute(db)
}
