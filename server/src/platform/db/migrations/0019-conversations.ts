import { type Kysely, sql } from 'kysely'

/**
 * Rows for the list of conversations, kept by the database itself: one for each folder that a conversation is in, so that a page of the
 * list is read from an index however many messages there are (MC-2).
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const text of statements) await sql.raw(text).execute(db)
}

/** Computes conversations from their messages. `threads`: which conversations. */
export const selectConversations = (threads: string) => `
  select m.member_id, m.thread_id, f.folder, count(*)::integer as messages,
    count(*) filter (where m.incoming and m.read_at is null and m.deleted_at is null)::integer as unread,
    sum(m.attachment_count)::integer as attachments,
    (array_agg(m.message_id order by m.sent_at desc, m.message_id desc))[1] as newest_id, max(m.sent_at) as newest_at,
    max(m.subject_key) as subject_key,
    (array_agg(lower(m.author_name) order by m.sent_at desc, m.message_id desc))[1] as author_key
  from ${threads} join message m using (member_id, thread_id)
  join (values ('inbox'), ('sent'), ('deleted')) f (folder) on case f.folder
    when 'inbox' then m.deleted_at is null
    when 'sent' then m.deleted_at is null and not m.incoming
    else m.deleted_at is not null and m.purged_at is null end
  group by m.member_id, m.thread_id, f.folder
  having f.folder <> 'inbox' or bool_or(m.incoming)`

const columns =
  'member_id, thread_id, folder, messages, unread, attachments, newest_id, newest_at, subject_key, author_key'

const selectCounts = (rows: string) => `
  select member_id, count(*) filter (where folder = 'inbox')::integer as inbox,
    count(*) filter (where folder = 'sent')::integer as sent,
    count(*) filter (where folder = 'deleted')::integer as deleted
  from ${rows} group by member_id`

/** Recomputes the conversations whose messages a statement changed. */
const keep = (rows: string) => `
  with changed as (select distinct member_id, thread_id from ${rows}),
  before as (select c.* from conversation c join changed using (member_id, thread_id)),
  found as (${selectConversations('changed')}),
  gone as (
    delete from conversation c using before
    where (c.member_id, c.folder, c.thread_id) = (before.member_id, before.folder, before.thread_id)
      and not exists (select from found
        where (found.member_id, found.folder, found.thread_id) = (c.member_id, c.folder, c.thread_id))
  ), kept as (
    insert into conversation (${columns}) select ${columns} from found
    on conflict (member_id, folder, thread_id) do update set messages = excluded.messages, unread = excluded.unread,
      attachments = excluded.attachments, newest_id = excluded.newest_id, newest_at = excluded.newest_at,
      author_key = excluded.author_key
  )
  update mailbox_count c set inbox_threads = c.inbox_threads + added.inbox, sent_threads = c.sent_threads + added.sent,
    deleted_threads = c.deleted_threads + added.deleted
  from (
    select member_id, sum(inbox) as inbox, sum(sent) as sent, sum(deleted) as deleted
    from (${selectCounts('found')} union all
      select member_id, -inbox, -sent, -deleted from (${selectCounts('before')}) lost) both_times
    group by member_id
  ) added
  where added.member_id = c.member_id and (added.inbox, added.sent, added.deleted) <> (0, 0, 0)`

const statements = [
  `create table conversation (
    member_id uuid not null,
    folder text not null check (folder in ('inbox', 'sent', 'deleted')),
    thread_id uuid not null,
    messages integer not null,
    unread integer not null,
    attachments integer not null,
    newest_id uuid not null,
    newest_at timestamptz not null,
    subject_key text not null,
    author_key text not null,
    primary key (member_id, folder, thread_id),
    foreign key (member_id, thread_id) references thread
  )`,
  'create index conversation_by_date on conversation (member_id, folder, newest_at desc, newest_id desc)',
  `create index conversation_by_subject on conversation
    (member_id, folder, subject_key collate "C", newest_at desc, newest_id desc)`,
  `create index conversation_by_author on conversation
    (member_id, folder, author_key collate "C", newest_at desc, newest_id desc)`,
  `insert into conversation (${columns}) select ${columns} from (${selectConversations('thread t')}) found`,
  `alter table mailbox_count add column inbox_threads integer not null default 0,
    add column sent_threads integer not null default 0, add column deleted_threads integer not null default 0`,
  `update mailbox_count c set inbox_threads = kept.inbox, sent_threads = kept.sent, deleted_threads = kept.deleted
    from (${selectCounts('conversation')}) kept where kept.member_id = c.member_id`,
  `create function keep_conversations() returns trigger language plpgsql as $$
  begin
    if tg_op = 'DELETE' then ${keep('old_rows')};
    else ${keep('new_rows')};
    end if;
    return null;
  end $$`,
  // Triggers run in alphabetical order: these run after those that count messages, when the mailbox's own row is locked.
  `create trigger message_counted_by_thread after insert on message referencing new table as new_rows
    for each statement execute function keep_conversations()`,
  `create trigger message_recounted_by_thread after update on message referencing old table as old_rows
    new table as new_rows for each statement execute function keep_conversations()`,
  `create trigger message_uncounted_by_thread after delete on message referencing old table as old_rows
    for each statement execute function keep_conversations()`,
]
