import { type Kysely, sql } from 'kysely'

/** People who register, and people who want to hear about plans (RG-1, SH-1). */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const text of statements) await sql.raw(text).execute(db)
}

const statements = [
  'create index account_by_member on account (member_id) where member_id is not null',
  `create table registration (
    registration_id uuid primary key,
    ticket_hash bytea not null unique,
    sealed bytea,
    created_at timestamptz not null,
    expires_at timestamptz not null,
    account_id uuid references account
  )`,
  'create index registration_expiry on registration (expires_at)',
  `create table lead (
    lead_id uuid primary key,
    brand text not null,
    zip_code text not null,
    county text,
    segment text,
    first_name text not null,
    last_name text not null,
    email text not null,
    phone text not null,
    created_at timestamptz not null
  )`,
]
