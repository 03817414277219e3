import { type Kysely, sql } from 'kysely'

/** Changes that wait for a second administrator, and the running servers. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const text of statements) await sql.raw(text).execute(db)
}

const statements = [
  `create table staff_request (
    request_id uuid primary key,
    kind text not null,
    -- The account that it concerns; null: the invitation opens it.
    whom uuid references account (account_id),
    data jsonb not null,
    asked_by uuid not null references account (account_id),
    asked_at timestamptz not null,
    expires_at timestamptz not null,
    state text not null,
    decided_by uuid references account (account_id),
    decided_at timestamptz
  )`,
  `create index staff_request_waiting on staff_request (asked_at) where state = 'waiting'`,
  `create table instance (
    instance_id uuid primary key,
    host text not null,
    pid integer not null,
    version text not null,
    started_at timestamptz not null,
    seen_at timestamptz not null,
    streams integer not null
  )`,
]
