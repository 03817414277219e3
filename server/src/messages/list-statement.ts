import { type Statement, statement } from '../db/database.ts'
import { sessionLives } from '../identity/sessions.ts'

export type Folder = 'inbox' | 'sent'
export type Sort = 'date' | 'subject' | 'from'
export type Order = 'asc' | 'desc'

/** One message of a page; `message_id` is null in the one row that an empty page of a live session gives. */
export interface ListRow {
  readonly last_seen_at: Date
  readonly member_name: string
  readonly total: number
  readonly unread: number
  readonly message_id: string | null
  readonly thread_id: string
  readonly subject: string
  readonly category_id: string
  readonly sub_category_id: string
  readonly author_name: string
  readonly sent_at: Date
  readonly read: boolean
  readonly reply_blocked_reason: 'thread-closed' | 'notice' | 'too-old' | null
  readonly excerpt: string
}

/** Texts sort alike on every database, whatever its collation, and capitals count as their small letters. */
const sortColumns: Record<Sort, string> = {
  date: 'm.sent_at',
  subject: 'lower(t.subject) collate "C"',
  from: 'lower(m.author_name) collate "C"',
}

/**
 * One page of a folder in one round trip: proves that the session lives ($1 to $3), reads the page ($4 size, $5 offset),
 * counts, and writes the audit row ($6 event id, $7 address, $8 request id) in the same transaction. That a read was
 * made may reach the disk some tenths of a second later (asynchronous commit); no change ever does.
 */
function listText(folder: Folder, sort: Sort, order: Order): string {
  const incoming = folder === 'inbox'
  return `
    with alive as (
      select session_id, account_id, login_id, member_id, last_seen_at, actor_account_id, actor_login_id,
        (select first_name || ' ' || last_name from member where member.member_id = session.member_id) as member_name
      from session where ${sessionLives}
    ), audited as (
      insert into audit_event (event_id, at, actor_account_id, actor_login_id, session_id, member_id, action, record_type,
        record_id, outcome, address, request_id, as_account_id, as_login_id)
      select $6, $2, coalesce(actor_account_id, account_id), coalesce(actor_login_id, login_id), session_id, member_id,
        'messages.list', 'folder', '${folder}', 'done', $7, $8,
        case when actor_account_id is not null then account_id end,
        case when actor_login_id is not null then login_id end
      from alive, (select set_config('synchronous_commit', 'off', true)) relaxed
    ), counted as (
      select count(*) filter (where m.incoming = ${incoming}) as total,
        count(*) filter (where m.incoming and m.read_at is null) as unread
      from message m, alive where m.member_id = alive.member_id and m.deleted_at is null
    ), page as (
      select m.message_id, m.thread_id, t.subject, t.category_id, t.sub_category_id, m.author_name, m.sent_at,
        m.read_at is not null as read, t.reply_blocked_reason, left(m.body, 160) as excerpt
      from alive
      join message m on m.member_id = alive.member_id
      join thread t on t.member_id = m.member_id and t.thread_id = m.thread_id
      where m.incoming = ${incoming} and m.deleted_at is null
      order by ${sortColumns[sort]} ${order}, m.sent_at desc, m.message_id desc
      limit $4 offset $5
    )
    select alive.last_seen_at, alive.member_name, counted.total, counted.unread, page.*
    from alive cross join counted left join page on true`
}

const statements = new Map<string, Statement<ListRow>>()
for (const folder of ['inbox', 'sent'] as const) {
  for (const sort of ['date', 'subject', 'from'] as const) {
    for (const order of ['asc', 'desc'] as const) {
      const name = `messages-${folder}-${sort}-${order}`
      statements.set(name, statement(name, listText(folder, sort, order)))
    }
  }
}

export function listStatement(folder: Folder, sort: Sort, order: Order): Statement<ListRow> {
  const found = statements.get(`messages-${folder}-${sort}-${order}`)
  if (found === undefined) throw new Error('Every folder, sort and order has a statement.')
  return found
}

/** The one honest unread number, with the proof that the session lives ($1 to $3). */
export const unreadStatement = statement<{ readonly last_seen_at: Date; readonly unread: number }>(
  'messages-unread',
  `select last_seen_at, (
      select count(*) from message m
      where m.member_id = session.member_id and m.incoming and m.read_at is null and m.deleted_at is null
    ) as unread
    from session where ${sessionLives}`,
)
