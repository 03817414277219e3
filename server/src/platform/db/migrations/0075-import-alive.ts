import { type Kysely, sql } from 'kysely'

/** When an import last reported that it is running, so that one whose process was killed does not count as running forever. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table import_run add column seen_at timestamptz not null default now()`.execute(db)
}
