import { type Kysely, sql } from 'kysely'

/** Nightly files (IM-5): who takes those of the watched folder, of all instances, and of which brands people are by their payers. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const text of statements) await sql.raw(text).execute(db)
}

const statements = [
  'create table import_lease (name text primary key, holder uuid not null, until timestamptz not null)',
  'create table import_patient_brand (patient_id text, brand text, primary key (patient_id, brand))',
]
