import { type Kysely, sql } from 'kysely'

/**
 * Members whom systems have matched or whose organizations treat them, and work done for systems outside their calls (OS-26, OS-51 to
 * OS-53).
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table exchange_group (
    group_id uuid primary key,
    brand text not null,
    client_id text not null references app on delete cascade,
    kind text not null check (kind in ('matched', 'attributed')),
    made_at timestamptz not null,
    ends_at timestamptz)`.execute(db)
  await sql`create index exchange_group_of_client on exchange_group (client_id, brand, made_at)`.execute(db)
  await sql`create table exchange_member (
    group_id uuid not null references exchange_group on delete cascade,
    member_id uuid not null,
    ends_at timestamptz,
    primary key (group_id, member_id))`.execute(db)
  await sql`create table exchange_work (
    work_id uuid primary key,
    brand text not null,
    client_id text not null references app on delete cascade,
    kind text not null check (kind in ('export', 'match', 'attribute')),
    group_id uuid references exchange_group on delete cascade,
    request jsonb not null,
    sealed bytea,
    key bytea not null,
    state text not null check (state in ('waiting', 'done', 'failed')),
    progress jsonb not null,
    made_at timestamptz not null,
    changed_at timestamptz not null,
    ends_at timestamptz not null)`.execute(db)
  await sql`create unique index exchange_work_one on exchange_work (client_id, brand, kind) where state = 'waiting'`.execute(
    db,
  )
  await sql`create index exchange_work_over on exchange_work (ends_at)`.execute(db)
  await sql`create table exchange_chunk (
    work_id uuid not null references exchange_work on delete cascade,
    file integer not null,
    chunk integer not null,
    type text not null,
    lines integer not null,
    content bytea not null,
    primary key (work_id, file, chunk))`.execute(db)
  await sql`create table exchange_party (
    work_id uuid not null references exchange_work on delete cascade,
    type text not null,
    id uuid not null,
    primary key (work_id, type, id))`.execute(db)
}
