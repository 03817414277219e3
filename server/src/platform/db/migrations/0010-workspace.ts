import { type Kysely, sql } from 'kysely'

/**
 * The staff's side of conversations (MC-6). Earlier conversations become work, due a day after their last message, because no due dates
 * were kept then.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const text of statements) await sql.raw(text).execute(db)
}

const statements = [
  `create table staff_brand (
    account_id uuid not null references account,
    brand text not null,
    primary key (account_id, brand)
  )`,
  `create table thread_work (
    member_id uuid not null,
    thread_id uuid not null,
    brand text not null,
    category_id text not null,
    language text not null,
    state text not null,
    version integer not null,
    assignee_account_id uuid references account,
    waiting_since timestamptz,
    due_at timestamptz,
    changed_at timestamptz not null,
    primary key (member_id, thread_id),
    foreign key (member_id, thread_id) references thread,
    check (state <> 'open' or (waiting_since is not null and due_at is not null))
  )`,
  'create unique index thread_work_by_thread on thread_work (thread_id)',
  `create index thread_work_due on thread_work (due_at, thread_id) where state = 'open'`,
  `create index thread_work_due_in_brand on thread_work (brand, due_at, thread_id) where state = 'open'`,
  'create index thread_work_changed on thread_work (state, changed_at desc, thread_id desc)',
  'create index thread_work_changed_in_brand on thread_work (brand, state, changed_at desc, thread_id desc)',
  `create table thread_note (
    member_id uuid not null,
    note_id uuid not null,
    thread_id uuid not null,
    client_message_id uuid not null,
    author_account_id uuid not null references account,
    author_name text not null,
    body text not null,
    written_at timestamptz not null,
    primary key (member_id, note_id),
    unique (member_id, client_message_id),
    foreign key (member_id, thread_id) references thread
  )`,
  'create index thread_note_by_thread on thread_note (member_id, thread_id, written_at)',
  `create table thread_presence (
    member_id uuid not null,
    thread_id uuid not null,
    account_id uuid not null references account,
    typing boolean not null,
    seen_at timestamptz not null,
    primary key (member_id, thread_id, account_id)
  )`,
  `create table canned_reply (
    reply_id uuid primary key,
    brand text not null,
    language text not null,
    title text not null,
    body text not null,
    changed_at timestamptz not null
  )`,
  `create table desk_event (
    event_id uuid primary key,
    at timestamptz not null,
    brand text not null,
    category_id text not null,
    kind text not null,
    waited_minutes integer,
    late boolean
  )`,
  'create index desk_event_by_brand on desk_event (brand, at)',
  'create index member_by_number on member (member_number)',
  `create index member_by_name on member (lower(last_name), lower(first_name))`,
  `insert into thread_work
    select thread.member_id, thread.thread_id, thread.brand, thread.category_id, 'en',
      case when last.incoming then 'resolved' else 'open' end, 1, null,
      case when last.incoming then null else last.sent_at end,
      case when last.incoming then null else last.sent_at + interval '1 day' end, last.sent_at
    from thread
    cross join lateral (
      select message.incoming, message.sent_at from message
      where message.member_id = thread.member_id and message.thread_id = thread.thread_id
      order by message.sent_at desc limit 1
    ) last
    where exists (
      select from message
      where message.member_id = thread.member_id and message.thread_id = thread.thread_id and not message.incoming
    )`,
]
