import type { Language } from '@portico/contract/page'
import type { MessageFolder } from '@portico/rules/messages/folders'
import { sql } from 'kysely'
import type { Tx } from '../../platform/db/database.ts'
import type { Cursor } from '../../platform/http/cursor.ts'
import type { ListRow } from './list-statement.ts'
import { markEnd, markStart } from './marked-text.ts'
import { widen } from './widen.ts'

export interface FoundRow extends Omit<ListRow, 'last_seen_at' | 'total' | 'unread' | 'message_id' | 'member_name'> {
  readonly message_id: string
  readonly body: string
  readonly marked_subject: string
  readonly marked_body: string
}

/** How many of a member's newest messages we scan one by one before using the index of words. */
const newestLooked = 300

const folders: Record<MessageFolder, ReturnType<typeof sql>> = {
  inbox: sql`w.incoming and m.deleted_at is null`,
  sent: sql`not w.incoming and m.deleted_at is null`,
  deleted: sql`m.deleted_at is not null and m.purged_at is null`,
}

/** A minus without a word after it: PostgreSQL counts each as an operator, and fails at more than 32 in a row. */
const idleMinus = /-(?![\p{L}\p{N}"])/gu

/** Removes characters that could be mistaken for our marks. */
const plain = (column: string) => sql.raw(`translate(${column}, '${markStart}${markEnd}', '  ')`)

/**
 * The searched text with marks around the words: letters lose their accents, and angle brackets go because the parser would take them
 * for tags.
 */
const selectMarked = (column: string, words: ReturnType<typeof sql>) => sql`ts_headline('pg_catalog.english',
  translate(without_accents(${plain(column)}), '<>', '  '), ${words},
  ${sql.lit(`HighlightAll=true, StartSel=${markStart}, StopSel=${markEnd}`)})`

/**
 * A member's newest messages that contain the words, in English or Spanish, in any form; `"a b"`, `or` and `-` work as in web searches.
 * If there are none, messages with similar words (`alike`). At most `max`, before a position; none if there is no word to search for.
 * The statement is unnamed, so that PostgreSQL plans it for this member and these words. A scan of the newest messages finds common
 * words; if that is not enough, the index of words finds the rest.
 */
export async function searchMessages(
  tx: Tx,
  request: {
    readonly memberId: string
    readonly search: string
    /** Null: every folder except the deleted messages. */
    readonly folder: MessageFolder | null
    /** The position in the results, which are ordered by moment and id, newest first. */
    readonly before: Cursor | null
    /** Whether that position is among messages with similar words. */
    readonly alike: boolean
    readonly max: number
    /** Whether to search conversations that began with a form. */
    readonly withForms: boolean
    /** The language that the member reads. */
    readonly language: Language
  },
): Promise<{ readonly rows: readonly FoundRow[]; readonly alike: boolean }> {
  const { memberId, search: text, folder, before, max, language, withForms } = request
  const words = sql`websearch_to_tsquery('pg_catalog.english', without_accents(${text.replace(idleMinus, ' ')}))`
  const asked = await sql<{ count: number }>`select numnode(${words}) as count`.execute(tx)
  if (asked.rows[0]?.count === 0) return { rows: [], alike: false }
  const earlier = before ? sql`(w.sent_at, w.message_id) < (${before.at}, ${before.id}::uuid)` : sql`true`
  const shown = withForms
    ? sql`true`
    : sql`not exists (select from member_form f where f.member_id = m.member_id and f.thread_id = m.thread_id)`
  const own = sql`select * from message_words w where w.member_id = ${memberId} and ${earlier}`
  if (!request.alike) {
    const rows = await search(words)
    if (rows.length > 0 || before !== null) return { rows, alike: false }
  }
  const wider = await widen(tx, { memberId, search: text, language })
  return { rows: wider === null ? [] : await search(sql`${wider}::tsquery`), alike: wider !== null }

  async function search(query: ReturnType<typeof sql>): Promise<readonly FoundRow[]> {
    const newest = await find(query, sql`${own} order by w.sent_at desc, w.message_id desc limit ${newestLooked}`)
    return newest.length < max ? find(query, sql`${own} and w.words @@ ${`'member:${memberId}'`}::tsquery`) : newest
  }

  async function find(query: ReturnType<typeof sql>, looked: ReturnType<typeof sql>): Promise<readonly FoundRow[]> {
    const { rows } = await sql<FoundRow>`
    with found as (
      select w.member_id, w.message_id, w.sent_at
      from (${looked}) w join message m on m.member_id = w.member_id and m.message_id = w.message_id
      where w.words @@ ${query} and ${folder === null ? sql`m.deleted_at is null` : folders[folder]} and ${shown}
      order by w.sent_at desc, w.message_id desc
      limit ${max}
    )
    select m.message_id, m.thread_id, t.category_id, t.sub_category_id, m.incoming, m.author_name, m.sent_at,
      m.deleted_at, m.read_at is not null as read, t.reply_blocked_reason, left(m.body, 160) as excerpt,
      m.attachment_count,
      ${plain('t.subject')} as subject, ${plain('m.body')} as body,
      ${selectMarked('t.subject', query)} as marked_subject, ${selectMarked('m.body', query)} as marked_body
    from found
    join message m on m.member_id = found.member_id and m.message_id = found.message_id
    join thread t on t.member_id = m.member_id and t.thread_id = m.thread_id
    order by found.sent_at desc, found.message_id desc
  `.execute(tx)
    return rows
  }
}
