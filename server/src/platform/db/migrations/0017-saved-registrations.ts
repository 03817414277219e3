import { type Kysely, sql } from 'kysely'

/** Registrations saved to be finished later (RG-1). */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const text of statements) await sql.raw(text).execute(db)
}

const statements = [
  `create table saved_registration (
    saved_id uuid primary key,
    ticket_hash bytea not null unique,
    sealed bytea not null,
    failures integer not null default 0,
    created_at timestamptz not null,
    expires_at timestamptz not null
  )`,
  'create index saved_registration_expiry on saved_registration (expires_at)',
]
