import { type Kysely, sql } from 'kysely'

/** Data for the yearly reports (OS-80). */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const text of statements) await sql.raw(text).execute(db)
}

const statements = [
  // A brand's prior authorizations of a year, as last counted.
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
