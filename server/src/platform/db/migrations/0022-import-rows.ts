import { type Kysely, sql } from 'kysely'

/** Data that plans keep outside FHIR (IM-6): rows imported from CSV files, and how the plan reaches a member. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const text of statements) await sql.raw(text).execute(db)
}

const statements = [
  // row_id and content_hash are digests: the table reveals nothing about anyone.
  `create table import_row (
    kind text not null,
    row_id bytea not null,
    version text,
    content_hash bytea not null,
    run_id uuid not null,
    primary key (kind, row_id)
  )`,
  `create table member_contact (
    member_id uuid primary key references member,
    address text,
    city text,
    state text,
    zip_code text,
    email text,
    phone text
  )`,
]
