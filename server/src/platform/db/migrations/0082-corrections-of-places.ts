import { type Kysely, sql } from 'kysely'

/**
 * A mistake in the directory is reported and corrected for one place of a provider and, if it is about a network, for that network (MP-25).
 * Empty: for all, as before.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const text of statements) await sql.raw(text).execute(db)
}

const statements = [
  `alter table directory_report add column place text not null default '', add column network_id text not null default ''`,
  `alter table directory_correction add column place text not null default '', add column network_id text not null default '',
    drop constraint directory_correction_pkey, add primary key (provider_id, brand, kind, place, network_id)`,
]
