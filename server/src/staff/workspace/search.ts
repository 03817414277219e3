import type { PayloadOf } from '@portico/contract/call'
import type { searchThreads } from '@portico/contract/calls/workspace'
import { sql } from 'kysely'
import { requireDeskScope } from '../../identity/rights/scope.ts'
import { cutMarkedExcerpt, markEnd, markStart, splitMarkedParts } from '../../messages/messages/marked-text.ts'
import { readAudited } from '../../platform/audit/reads.ts'
import type { CallContext } from '../../platform/http/context.ts'
import type { Principal } from '../../platform/http/principal.ts'
import { auditStaff } from './audit-staff.ts'
import { buildLine } from './lines.ts'
import { pageSize, type QueueParts } from './queues.ts'
import { workIn } from './store.ts'

type Found = PayloadOf<typeof searchThreads>

/** How many messages of a conversation are searched for the words themselves: the index that found it also covers subject and author. */
const maxLooked = 3

/** Removes characters that could be taken for our marks. */
const plain = sql.raw(`translate(message.body, '${markStart}${markEnd}', '  ')`)

/**
 * Conversations of the caller's brands found by words in their messages or subject, or by the member's number or name; last changed first.
 */
export function search(parts: QueueParts, context: CallContext<Principal>, text: string): Promise<Found> {
  return readAudited(parts.database, async (tx) => {
    const scope = await requireDeskScope(tx, context.principal)
    const words = sql`plainto_tsquery('pg_catalog.english', without_accents(${text}))`
    const [first = '', ...others] = text.toLowerCase().split(/\s+/)
    const last = others.at(-1) ?? first
    const rows = await workIn(tx, scope)
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
            where known.member_number = ${text}
              or (lower(known.last_name) = ${last} and (${others.length === 0} or lower(known.first_name) = ${first}))
        )`,
      )
      .orderBy('work.changed_at', 'desc')
      .orderBy('work.thread_id', 'desc')
      .limit(pageSize + 1)
      .execute()
    const shown = rows.slice(0, pageSize)
    const seen = shown.map((row) => ({ memberId: row.member_id, threadId: row.thread_id }))
    await auditStaff(tx, context, 'search', seen.length === 0 ? [{ list: 'search' }] : seen)
    return {
      threads: shown.map((row) => ({
        ...buildLine(row, parts.topics, context.language),
        excerpt: cutMarkedExcerpt(splitMarkedParts(row.body ?? '', row.marked ?? '')),
      })),
      more: rows.length > pageSize,
    }
  })
}
