import { type Kysely, sql } from 'kysely'

/** Requests to earlier plans, and the records that they sent, kept apart from this plan's own (OS-55). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table payer_peer add column our_number text not null default ''`.execute(db)
  await sql`create table earlier_request (
    member_id uuid not null,
    peer_id uuid not null references payer_peer,
    state text not null check (state in ('due', 'matching', 'exporting', 'done', 'no-match', 'stopped', 'failed')),
    place text,
    patient text,
    tries integer not null,
    why text,
    due_at timestamptz not null,
    began_at timestamptz not null,
    received_at timestamptz,
    primary key (member_id, peer_id))`.execute(db)
  await sql`create index earlier_request_due on earlier_request (due_at)`.execute(db)
  await sql`create table earlier_record (
    member_id uuid not null,
    peer_id uuid not null references payer_peer,
    type text not null,
    id text not null,
    title text,
    day date,
    sensitive boolean not null,
    received_at timestamptz not null,
    body text not null,
    primary key (member_id, peer_id, type, id))`.execute(db)
}
