import { type Kysely, sql } from 'kysely'

/** Nightly files (IM-5): which instance imports those of the watched folder, and to which brands a payer's people belong. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const text of statements) await sql.raw(text).execute(db)
}

const statements = [
  'create table import_lease (name text primary key, holder uuid not null, until timestamptz not null)',
  'create table import_patient_brand (patient_id text, brand text, primary key (patient_id, brand))',
]
