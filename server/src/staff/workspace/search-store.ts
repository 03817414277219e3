import { sql } from 'kysely'
import type { Scope } from '../../identity/rights/scope.ts'
import { selectIdsWithNumber } from '../../member/member/number-statement.ts'
import { markEnd, markStart } from '../../messages/messages/marked-text.ts'
import type { Reader } from '../../platform/db/database.ts'
import { workIn } from './store.ts'

/** How many messages of a conversation we search for the words themselves: the index that found it also covers subject and author. */
const maxLooked = 3

/** Removes characters that could be mistaken for our marks. */
const plain = sql.raw(`translate(message.body, '${markStart}${markEnd}', '  ')`)

/** Conversations by words in their messages or subject, or by the member's number or name; last changed first. */
export function searchWork(db: Reader, scope: Scope, text: string, max: number) {
  const words = sql`plainto_tsquery('pg_catalog.english', without_accents(${text}))`
  const [first = '', ...others] = text.toLowerCase().split(/\s+/)
  const last = others.at(-1) ?? first
  return workIn(db, scope)
    .select([sql<string | null>`shown.body`.as('body'), sql<string | null>`shown.marked`.as('marked')])
    .leftJoinLateral(
      sql<{ body: string; marked: string }>`(
        select ${plain} as body, ts_headline('pg_catalog.english', translate(without_accents(${plain}), '<>', '  '),
          ${words}, ${sql.lit(`HighlightAll=true, StartSel=${markStart}, StopSel=${markEnd}`)}) as marked
        from (
          (select message.* from message_words found
            join message on message.member_id = found.member_id and message.message_id = found.message_id
            where found.member_id = work.member_id and message.thread_id = work.thread_id and found.words @@ ${words}
            order by found.sent_at desc limit ${sql.lit(maxLooked)})
          union all
          (select message.* from message
            where message.member_id = work.member_id and message.thread_id = work.thread_id
            order by message.sent_at desc limit 1)
        ) message
        order by words_of(message.member_id, '', '', message.body) @@ ${words} desc, message.sent_at desc limit 1
      )`.as('shown'),
      (join) => join.onTrue(),
    )
    .where(
      sql<boolean>`(work.member_id, work.thread_id) in (
        select message.member_id, message.thread_id from message_words found
          join message on message.member_id = found.member_id and message.message_id = found.message_id
          where found.words @@ ${words}
        union
        select known.member_id, owned.thread_id from member known
          join thread owned on owned.member_id = known.member_id
          where known.member_id in (${selectIdsWithNumber([text])})
            or (lower(known.last_name) = ${last} and (${others.length === 0} or lower(known.first_name) = ${first}))
      )`,
    )
    .orderBy('work.changed_at', 'desc')
    .orderBy('work.thread_id', 'desc')
    .limit(max)
    .execute()
}
