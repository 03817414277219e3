import type { Language } from '@portico/contract/page'
import type { MessageFolder } from '@portico/rules/messages/folders'
import { sql } from 'kysely'
import type { Tx } from '../db/database.ts'
import type { Cursor } from '../http/cursor.ts'
import type { ListRow } from './list-statement.ts'
import { markEnd, markStart } from './marked-text.ts'
import { widen } from './widen.ts'

export interface FoundRow extends Omit<ListRow, 'last_seen_at' | 'total' | 'unread' | 'message_id' | 'member_name'> {
  readonly message_id: string
  readonly body: string
  readonly marked_subject: string
  readonly marked_body: string
}

/** So many of a member's newest messages are looked at one by one before the index of words is asked. */
const newestLooked = 300

const folders: Record<MessageFolder, ReturnType<typeof sql>> = {
  inbox: sql`w.incoming and m.deleted_at is null`,
  sent: sql`not w.incoming and m.deleted_at is null`,
  deleted: sql`m.deleted_at is not null and m.purged_at is null`,
}

/** Takes out what could be taken for a mark of ours. */
const plain = (column: string) => sql.raw(`translate(${column}, '${markStart}${markEnd}', '  ')`)

/** What the words stand in, with marks around them: letters have lost their accents, and brackets would be taken for tags. */
const marked = (column: string, words: ReturnType<typeof sql>) => sql`ts_headline('pg_catalog.english',
  translate(without_accents(${plain(column)}), '<>', '  '), ${words},
  ${sql.lit(`HighlightAll=true, StartSel=${markStart}, StopSel=${markEnd}`)})`

/**
 * The newest messages of one member that hold the words, in English or Spanish, in any form; `"a b"`, `or` and `-` as
 * in web searches. Where none does, those with words like them (`alike`). At most `most`, before a place; none when there is
 * no word to search by. The statement has no name, so that it is planned for this member and these words. Common words are
 * found among the newest messages; where that is not enough, the index of words finds the others, too.
 */
export async function searchMessages(
  tx: Tx,
  request: {
    readonly memberId: string
    readonly search: string
    /** Null: every folder but that of the deleted ones. */
    readonly folder: MessageFolder | null
    /** In the results, which are ordered by moment and id, the newest first. */
    readonly before: Cursor | null
    /** The place is one among messages with words like these. */
    readonly alike: boolean
    readonly max: number
    /** The language that the member reads. */
    readonly language: Language
  },
): Promise<{ readonly rows: readonly FoundRow[]; readonly alike: boolean }> {
  const { memberId, search: text, folder, before, max, language } = request
  const words = sql`websearch_to_tsquery('pg_catalog.english', without_accents(${text}))`
  const asked = await sql<{ count: number }>`select numnode(${words}) as count`.execute(tx)
  if (asked.rows[0]?.count === 0) return { rows: [], alike: false }
  const earlier = before ? sql`(w.sent_at, w.message_id) < (${before.at}, ${before.id}::uuid)` : sql`true`
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
      where w.words @@ ${query} and ${folder === null ? sql`m.deleted_at is null` : folders[folder]}
      order by w.sent_at desc, w.message_id desc
      limit ${max}
    )
    select m.message_id, m.thread_id, t.category_id, t.sub_category_id, m.incoming, m.author_name, m.sent_at,
      m.deleted_at, m.read_at is not null as read, t.reply_blocked_reason, left(m.body, 160) as excerpt,
      m.attachment_count,
      ${plain('t.subject')} as subject, ${plain('m.body')} as body,
      ${marked('t.subject', query)} as marked_subject, ${marked('m.body', query)} as marked_body
    from found
    join message m on m.member_id = found.member_id and m.message_id = found.message_id
    join thread t on t.member_id = m.member_id and t.thread_id = m.thread_id
    order by found.sent_at desc, found.message_id desc
  `.execute(tx)
    return rows
  }
}
