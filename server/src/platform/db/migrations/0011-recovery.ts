import { type Kysely, sql } from 'kysely'

/** Ways for people to get back in who forgot their login ID or password (RG-2). */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const text of statements) await sql.raw(text).execute(db)
}

const statements = [
  'create index account_email on account (lower(email))',
  // An account has at most one ticket: a new one replaces the old one.
  `create table recovery_ticket (
    account_id uuid primary key references account,
    ticket_hash bytea not null unique,
    created_at timestamptz not null,
    expires_at timestamptz not null
  )`,
  `create table security_answer (
    account_id uuid not null references account,
    position integer not null,
    question_id text not null,
    answer_hash text not null,
    set_at timestamptz not null,
    primary key (account_id, position),
    unique (account_id, question_id)
  )`,
]
