import { type Kysely, sql } from 'kysely'

/**
 * A mailbox that is as fast with ten thousand messages as with ten: counts kept by the database itself, an index for each order of the
 * list, words to search by, and drafts (MC-2, MC-3).
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const text of statements) await sql.raw(text).execute(db)
}

const accents = [
  'áàâäãåéèêëíìîïóòôöõúùûüñçÁÀÂÄÃÅÉÈÊËÍÌÎÏÓÒÔÖÕÚÙÛÜÑÇ',
  'aaaaaaeeeeiiiiooooouuuuncAAAAAAEEEEIIIIOOOOOUUUUNC',
]

const counts = (rows: string, sign: 1 | -1) => `
  select member_id, ${sign} * (incoming and deleted_at is null)::int as inbox,
    ${sign} * (not incoming and deleted_at is null)::int as sent,
    ${sign} * (deleted_at is not null and purged_at is null)::int as deleted,
    ${sign} * (incoming and read_at is null and deleted_at is null)::int as unread
  from ${rows}`

const sumChanges = (changes: string) => `
  select member_id, sum(inbox) as inbox, sum(sent) as sent, sum(deleted) as deleted, sum(unread) as unread
  from (${changes}) changes group by member_id order by member_id`

const beginCounts = (changes: string) => `
  insert into mailbox_count as kept (member_id, inbox, sent, deleted, unread) ${sumChanges(changes)}
  on conflict (member_id) do update set inbox = kept.inbox + excluded.inbox, sent = kept.sent + excluded.sent,
    deleted = kept.deleted + excluded.deleted, unread = kept.unread + excluded.unread`

const changeCounts = (changes: string) => `
  update mailbox_count kept set inbox = kept.inbox + added.inbox, sent = kept.sent + added.sent,
    deleted = kept.deleted + added.deleted, unread = kept.unread + added.unread
  from (${sumChanges(changes)}) added where added.member_id = kept.member_id`

const statements = [
  // Removed from the member's mailbox for good; the plan's own record of the conversation stays.
  'alter table message add column purged_at timestamptz',
  // The sort keys of lists besides the date: written once, because neither subject nor author ever changes.
  'alter table message add column subject_key text',
  `update message m set subject_key = lower(t.subject) from thread t
    where t.member_id = m.member_id and t.thread_id = m.thread_id`,
  `create index message_by_subject on message
    (member_id, incoming, subject_key collate "C", sent_at desc, message_id desc) where deleted_at is null`,
  `create index message_by_author on message
    (member_id, incoming, (lower(author_name)) collate "C", sent_at desc, message_id desc) where deleted_at is null`,
  `create index message_deleted on message (member_id, sent_at desc, message_id desc)
    where deleted_at is not null and purged_at is null`,
  `create index message_to_purge on message (deleted_at) where deleted_at is not null and purged_at is null`,

  `create table mailbox_count (
    member_id uuid primary key references member,
    inbox integer not null,
    sent integer not null,
    deleted integer not null,
    unread integer not null check (unread >= 0)
  )`,
  beginCounts(counts('message', 1)),
  `create function keep_mailbox_count() returns trigger language plpgsql as $$
  begin
    if tg_op = 'INSERT' then ${beginCounts(counts('new_rows', 1))};
    elsif tg_op = 'DELETE' then ${changeCounts(counts('old_rows', -1))};
    else ${changeCounts(`${counts('new_rows', 1)} union all ${counts('old_rows', -1)}`)};
    end if;
    return null;
  end $$`,
  `create trigger message_counted after insert on message referencing new table as new_rows
    for each statement execute function keep_mailbox_count()`,
  `create trigger message_recounted after update on message referencing old table as old_rows new table as new_rows
    for each statement execute function keep_mailbox_count()`,
  `create trigger message_uncounted after delete on message referencing old table as old_rows
    for each statement execute function keep_mailbox_count()`,

  // Letters without accents, one for one, so that positions in both texts are the same.
  `create function without_accents(text) returns text language sql immutable strict parallel safe
    as $$ select translate($1, '${accents[0]}', '${accents[1]}') $$`,
  // In a separate table, so that changing a read flag does not rewrite the index of words. The member is one of the words: the index then
  // searches only this member's messages.
  `create table message_words (
    member_id uuid not null,
    message_id uuid not null,
    incoming boolean not null,
    sent_at timestamptz not null,
    words tsvector not null,
    primary key (member_id, message_id),
    foreign key (member_id, message_id) references message on delete cascade
  )`,
  `create function words_of(member uuid, subject text, author text, body text) returns tsvector
    language sql immutable parallel safe as $$
      select to_tsvector('pg_catalog.english', without_accents(subject || E'\\n' || author || E'\\n' || body))
        || array_to_tsvector(array['member:' || member])
    $$`,
  `insert into message_words (member_id, message_id, incoming, sent_at, words)
    select m.member_id, m.message_id, m.incoming, m.sent_at, words_of(m.member_id, t.subject, m.author_name, m.body)
    from message m join thread t on t.member_id = m.member_id and t.thread_id = m.thread_id`,
  'create index message_words_by_date on message_words (member_id, sent_at desc, message_id desc)',
  'create index message_words_by_word on message_words using gin (words)',
  `create function set_subject_key() returns trigger language plpgsql as $$
  begin
    new.subject_key := (select lower(subject) from thread where member_id = new.member_id and thread_id = new.thread_id);
    return new;
  end $$`,
  `create trigger message_keyed before insert on message for each row execute function set_subject_key()`,
  `create function keep_message_words() returns trigger language plpgsql as $$
  begin
    insert into message_words (member_id, message_id, incoming, sent_at, words)
    select new.member_id, new.message_id, new.incoming, new.sent_at,
      words_of(new.member_id, subject, new.author_name, new.body)
    from thread where member_id = new.member_id and thread_id = new.thread_id;
    return null;
  end $$`,
  `create trigger message_worded after insert on message for each row execute function keep_message_words()`,

  // draft_id is the client message id that the message will be sent with. data: the typed and chosen values, by field.
  `create table message_draft (
    member_id uuid not null references member,
    draft_id uuid not null,
    thread_id uuid,
    in_reply_to uuid,
    version integer not null,
    data jsonb not null,
    saved_at timestamptz not null,
    primary key (member_id, draft_id),
    foreign key (member_id, thread_id) references thread,
    unique (member_id, thread_id)
  )`,
]
