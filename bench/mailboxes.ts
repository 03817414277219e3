import type pg from 'pg'
import { selectConversations } from '../server/src/platform/db/migrations/0019-conversations.ts'

export interface Filling {
  /** Approximate number of everyone's messages together. */
  readonly total: number
  /** Messages in the large mailbox. */
  readonly large: number
  readonly ordinary: number
  readonly largeLogin: string
  readonly ordinaryLogin: string
}

const perMember = 100
const perThread = 5

/**
 * Writes mailboxes as the portal would, but in bulk: whatever its triggers maintain row by row is written per table here. Half of
 * the messages are incoming, and a tenth of those is unread; every second one contains "claim", three in each mailbox "heron".
 */
export async function fillMailboxes(database: pg.Client, filling: Filling): Promise<void> {
  const { total, large, ordinary, largeLogin, ordinaryLogin } = filling
  const others = Math.max(1, Math.round((total - large - ordinary) / perMember))
  await database.query('set session_replication_role = replica')
  await database.query('drop index message_words_by_word')
  await database.query(
    `insert into member (member_id, brand, member_number, first_name, last_name, date_of_birth, relationship_code,
        contract_number)
      select md5('member' || n)::uuid, 'hmbcbs', 'G' || n, 'Growing', 'Member ' || n, '1980-01-01', '18', 'G' || n
      from generate_series(1, $1::int) n`,
    [others],
  )
  await database.query(
    `create temp table owner as
      select member_id, case login_id when $1 then $3::int else $4::int end as count
      from account where login_id in ($1, $2)
      union all select md5('member' || n)::uuid, ${perMember} from generate_series(1, $5::int) n`,
    [largeLogin, ordinaryLogin, large, ordinary, others],
  )
  for (const statement of statements) await database.query(statement)
  await database.query('set session_replication_role = origin')
  for (const name of ['message', 'message_words', 'thread', 'mailbox_count', 'conversation', 'member'])
    await database.query(`vacuum (analyze) ${name}`)
}

const statements = [
  `insert into thread (member_id, thread_id, brand, category_id, sub_category_id, subject, created_at)
    select member_id, md5(member_id || 't' || n)::uuid, 'hmbcbs', 'claims', 'claim-status', 'Question ' || n,
      now() - n * interval '1 day'
    from owner cross join lateral generate_series(0, count / ${perThread}) n`,
  `insert into message (member_id, message_id, thread_id, incoming, author_name, body, sent_at, read_at, subject_key)
    select member_id, md5(member_id || 'm' || n)::uuid, md5(member_id || 't' || n / ${perThread})::uuid, n % 2 = 0,
      case when n % 2 = 0 then 'Dana, Customer Service' else 'Growing Member' end,
      (select string_agg('word' || (hashint4(n * 31 + w) & 2047), ' ') from generate_series(1, 20) w)
        || case when n % 4 < 2 then ' about my claim' else '' end || case when n in (3, 13, 33) then ' heron' else '' end,
      now() - n * interval '4 hours' - interval '30 days', case when n % 20 = 0 then null else now() end,
      'question ' || n / ${perThread}
    from owner cross join lateral generate_series(1, count) n`,
  `insert into message_words (member_id, message_id, incoming, sent_at, words)
    select m.member_id, m.message_id, m.incoming, m.sent_at, words_of(m.member_id, t.subject, m.author_name, m.body)
    from message m join thread t on t.member_id = m.member_id and t.thread_id = m.thread_id
    on conflict do nothing`,
  'create index message_words_by_word on message_words using gin (words)',
  'delete from conversation',
  `insert into conversation (member_id, thread_id, folder, messages, unread, attachments, newest_id, newest_at,
      subject_key, author_key) ${selectConversations('thread t')}`,
  'delete from mailbox_count',
  `insert into mailbox_count (member_id, inbox, sent, deleted, unread, inbox_threads, sent_threads)
    select member_id, count(*) filter (where incoming and deleted_at is null),
      count(*) filter (where not incoming and deleted_at is null),
      count(*) filter (where deleted_at is not null and purged_at is null),
      count(*) filter (where incoming and read_at is null and deleted_at is null),
      count(distinct thread_id) filter (where incoming and deleted_at is null),
      count(distinct thread_id) filter (where not incoming and deleted_at is null)
    from message group by member_id`,
]
