import { type Kysely, sql } from 'kysely'

/** Guardians of children as the plan knows them, and how far someone has come in proving to be one (ER-4, ER-5). */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const text of statements) await sql.raw(text).execute(db)
}

const statements = [
  `create table guardian (
    member_id uuid primary key references member,
    first_name text not null,
    last_name text not null,
    date_of_birth date not null,
    email text not null
  )`,
  `create table guardian_check (
    member_id uuid primary key references member,
    pin_hash bytea,
    pin_expires_at timestamptz not null,
    proof_hash bytea,
    proof_expires_at timestamptz
  )`,
]
