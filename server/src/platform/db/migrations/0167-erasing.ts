import { type Kysely, sql } from 'kysely'

/** Legal holds, erasures, and where the real portal of a database is. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const text of statements) await sql.raw(text).execute(db)
}

const statements = [
  `create table legal_hold (
    hold_id uuid primary key,
    member_id uuid not null references member (member_id),
    -- Why, in the words of whoever placed it: a case, a request.
    matter text not null,
    placed_by text not null,
    placed_at timestamptz not null,
    lifted_by text,
    lifted_at timestamptz
  )`,
  `create unique index legal_hold_placed on legal_hold (member_id) where lifted_at is null`,
  `create table erasure (
    erasure_id uuid primary key,
    member_id uuid not null references member (member_id),
    reason text not null,
    erased_by text not null,
    erased_at timestamptz not null,
    -- How many rows of which table went, and which stayed and why. Names no one.
    receipt jsonb not null
  )`,
  `create index erasure_of_member on erasure (member_id)`,
  `create table site (
    place text primary key,
    adopted_by text not null,
    adopted_at timestamptz not null
  )`,
]
