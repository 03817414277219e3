import { type Kysely, sql } from 'kysely'

/** What the year's reports are made of (OS-80). */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const text of statements) await sql.raw(text).execute(db)
}

const statements = [
  // A year's prior authorizations of a brand, as they were counted last.
  `create table authorization_figures (
    brand text not null,
    year integer not null,
    figures jsonb not null,
    -- When the newest of them came in.
    newest timestamptz not null,
    counted_at timestamptz not null,
    primary key (brand, year)
  )`,
]
