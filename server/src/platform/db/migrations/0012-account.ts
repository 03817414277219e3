import { type Kysely, sql } from 'kysely'

/** The data that people change in their own account (RG-3). */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const text of statements) await sql.raw(text).execute(db)
}

const statements = [
  `alter table account
    add column phone_type text check (phone_type in ('HOME', 'BUS', 'CELL')),
    add column page_language text`,
  // An account has at most one new address waiting to be confirmed.
  `create table email_change (
    account_id uuid primary key references account,
    email text not null,
    ticket_hash bytea not null unique,
    created_at timestamptz not null,
    expires_at timestamptz not null
  )`,
]
