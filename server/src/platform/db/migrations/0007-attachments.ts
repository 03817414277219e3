import { type Kysely, sql } from 'kysely'

/** Files that go with messages (MC-4). A file's bytes are in `attachment_part`, or in an object store by configuration. */
const statements = [
  'alter table message add column attachment_count integer not null default 0',
  // When a message is purged its files lose their message, and are then cleaned up like files that were never sent.
  `create table attachment (
    member_id uuid not null references member,
    attachment_id uuid not null,
    account_id uuid not null references account,
    client_attachment_id uuid,
    client_message_id uuid,
    name text not null,
    type text not null,
    size integer not null,
    state text not null check (state in ('uploading', 'scanning', 'clean', 'refused', 'gone')),
    refusal text,
    stored boolean not null default true,
    created_at timestamptz not null,
    submitted_at timestamptz,
    message_id uuid,
    scan_at timestamptz,
    scan_attempts integer not null default 0,
    primary key (member_id, attachment_id),
    unique (member_id, client_attachment_id),
    foreign key (member_id, message_id) references message on delete set null (message_id)
  )`,
  'create index attachment_by_message on attachment (member_id, message_id) where message_id is not null',
  'create index attachment_unsent on attachment (created_at) where message_id is null',
  `create index attachment_to_scan on attachment (scan_at) where state = 'scanning'`,
  `create index attachment_to_sweep on attachment (created_at) where state in ('gone', 'refused') and stored`,
  `create table attachment_part (
    member_id uuid not null,
    attachment_id uuid not null,
    position integer not null,
    content bytea not null,
    primary key (member_id, attachment_id, position)
  )`,
  // Most of these files are compressed already.
  'alter table attachment_part alter column content set storage external',
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
