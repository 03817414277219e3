import { type MessageFolder, messageFolders } from '@portico/rules/messages/folders'
import { sessionLive, sessionsLive } from '../../identity/sessions/sessions.ts'
import { type Statement, statement } from '../../platform/db/database.ts'

export type Sort = 'date' | 'subject' | 'from'
export type ListOrdering = 'asc' | 'desc'

/** One message of a page; `message_id` is null in the single row of an empty page with a live session. */
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
  readonly incoming: boolean
  readonly author_name: string
  readonly sent_at: Date
  readonly deleted_at: Date | null
  readonly read: boolean
  readonly reply_blocked_reason: 'thread-closed' | 'notice' | 'too-old' | null
  readonly excerpt: string
  readonly attachment_count: number
}

/** A conversation on a page, represented by its newest message. */
export interface ConversationRow extends ListRow {
  readonly messages: number
  readonly on_behalf: boolean
}

/** Conditions worded exactly like the partial indexes that serve them. */
const folderConditions: Record<MessageFolder, string> = {
  inbox: 'm.incoming = true and m.deleted_at is null',
  sent: 'm.incoming = false and m.deleted_at is null',
  deleted: 'm.deleted_at is not null and m.purged_at is null',
}

/** Makes texts sort the same on every database, whatever its collation, and ignoring case. */
const sortColumns: Record<Sort, string> = {
  date: 'm.sent_at',
  subject: 'm.subject_key collate "C"',
  from: 'lower(m.author_name) collate "C"',
}

const conversationSortColumns: Record<Sort, string> = {
  date: 'c.newest_at',
  subject: 'c.subject_key collate "C"',
  from: 'c.author_key collate "C"',
}

/**
 * Reads one page of a folder in one round trip: proves that the session is live ($1 to $3), and reads the page ($4 size, $5 offset) and
 * the counts.
 */
const listText = (total: string, page: string) => `
    with alive as (
      select member_id, last_seen_at,
        (select first_name || ' ' || last_name from member where member.member_id = session.member_id) as member_name
      from session where ${sessionLive}
    ), ${page}
    select alive.last_seen_at, alive.member_name, coalesce(c.${total}, 0) as total, coalesce(c.unread, 0) as unread, page.*
    from alive left join mailbox_count c on c.member_id = alive.member_id left join page on true`

const rowColumns = `m.message_id, m.thread_id, t.subject, t.category_id, t.sub_category_id, m.incoming, m.author_name,
        m.sent_at, m.deleted_at, t.reply_blocked_reason, left(m.body, 160) as excerpt`

const threadOfMessage = 'join thread t on t.member_id = m.member_id and t.thread_id = m.thread_id'

function messagesText(folder: MessageFolder, sort: Sort, order: ListOrdering): string {
  const ordered = `order by ${sortColumns[sort]} ${order}, m.sent_at desc, m.message_id desc`
  return listText(
    folder,
    `picked as (
      select m.member_id, m.message_id from message m
      where m.member_id = (select member_id from alive) and ${folderConditions[folder]}
      ${ordered}
      limit $4 offset $5
    ), page as (
      select ${rowColumns}, m.read_at is not null as read, m.attachment_count
      from picked
      join message m on m.member_id = picked.member_id and m.message_id = picked.message_id
      ${threadOfMessage}
      ${ordered}
    )`,
  )
}

function conversationsText(folder: MessageFolder, sort: Sort, order: ListOrdering): string {
  const ordered = `order by ${conversationSortColumns[sort]} ${order}, c.newest_at desc, c.newest_id desc`
  return listText(
    `${folder}_threads`,
    `picked as (
      select c.* from conversation c
      where c.member_id = (select member_id from alive) and c.folder = '${folder}'
      ${ordered}
      limit $4 offset $5
    ), page as (
      select ${rowColumns}, c.unread = 0 as read, c.attachments as attachment_count, c.messages, m.on_behalf
      from picked c
      join message m on m.member_id = c.member_id and m.message_id = c.newest_id
      ${threadOfMessage}
      ${ordered}
    )`,
  )
}

type ListStatement = Statement<ListRow | ConversationRow>

const statements = new Map<string, ListStatement>()
for (const folder of messageFolders) {
  for (const sort of ['date', 'subject', 'from'] as const) {
    for (const order of ['asc', 'desc'] as const) {
      const name = `${folder}-${sort}-${order}`
      statements.set(`messages-${name}`, statement(`messages-${name}`, messagesText(folder, sort, order)))
      statements.set(`threads-${name}`, statement(`threads-${name}`, conversationsText(folder, sort, order)))
    }
  }
}

export function listStatement(list: {
  readonly folder: MessageFolder
  readonly sort: Sort
  readonly order: ListOrdering
  /** Whether rows are conversations instead of messages. */
  readonly threads: boolean
}): ListStatement {
  const found = statements.get(`${list.threads ? 'threads' : 'messages'}-${list.folder}-${list.sort}-${list.order}`)
  if (found === undefined) throw new Error('Every folder, sort and order has a statement.')
  return found
}

export interface UnreadRow {
  readonly session_id: string
  readonly last_seen_at: Date
  readonly unread: number
}

/** The unread counts of several sessions, with the proof that each is live ($1 to $3). */
export const unreadStatement = statement<UnreadRow>(
  'messages-unread',
  `select session_id, last_seen_at,
      coalesce((select unread from mailbox_count c where c.member_id = session.member_id), 0) as unread
    from session where ${sessionsLive}`,
)
