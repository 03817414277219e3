import type { searchThreads } from '@portico/contract/calls/workspace'
import { requireDeskScope } from '../../identity/rights/scope.ts'
import { cutMarkedExcerpt, splitMarkedParts } from '../../messages/messages/marked-text.ts'
import { aboutEach } from '../../platform/http/recorded.ts'
import type { AuditedHandler } from '../../platform/http/stages.ts'
import { buildLine } from './lines.ts'
import { pageSize, type QueueParts } from './queues.ts'
import { searchWork } from './search-store.ts'
import { readAppeals } from './store.ts'

/**
 * Conversations of the caller's brands found by words in their messages or subject, or by the member's number or name; last changed first.
 */
export const search =
  ({ topics }: QueueParts): AuditedHandler<typeof searchThreads> =>
  async ({ principal, body: { text } }, { language }, tx) => {
    const scope = await requireDeskScope(tx, principal)
    const rows = await searchWork(tx, scope, text, pageSize + 1)
    const shown = rows.slice(0, pageSize)
    const appeals = await readAppeals(tx, shown)
    const seen = shown.map((row) => ({ recordId: row.thread_id, memberId: row.member_id }))
    const none = [{ record: 'queue', recordId: 'search', memberId: null }]
    return aboutEach(seen.length === 0 ? none : seen, {
      threads: shown.map((row) => ({
        ...buildLine(row, appeals, topics, language),
        excerpt: cutMarkedExcerpt(splitMarkedParts(row.body ?? '', row.marked ?? '')),
      })),
      more: rows.length > pageSize,
    })
  }
