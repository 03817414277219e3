import type { PayloadOf, QueryOf } from '@portico/contract/call'
import type { listMessages as call } from '@portico/contract/calls/messages'
import { livenessValues } from '../../identity/sessions/sessions.ts'
import { recordReads } from '../../platform/audit/reads.ts'
import { auditRow } from '../../platform/audit/store.ts'
import { gather } from '../../platform/db/gather.ts'
import type { CallContext } from '../../platform/http/context.ts'
import { ended, type Live, live } from '../../platform/http/live.ts'
import type { MemberPrincipal, Principal } from '../../platform/http/principal.ts'
import { createReading } from './hidden-forms.ts'
import { type ConversationRow, type ListRow, listStatement, unreadStatement } from './list-statement.ts'
import type { MessageParts } from './parts.ts'
import { type RowParts, toRow } from './row.ts'

type Page = PayloadOf<typeof call>

/** A page of a folder, read with the proof that the session is live, and audited before the answer goes out. */
export async function listMessages(
  parts: MessageParts,
  context: CallContext<MemberPrincipal>,
  query: QueryOf<typeof call>,
): Promise<Live<Page>> {
  const { database, sessions, lifetimes } = parts
  const { principal, now } = context
  const rows = await database.run(listStatement(query), [
    ...livenessValues(principal.sessionId, now, lifetimes),
    query.pageSize,
    (query.page - 1) * query.pageSize,
  ])
  const [first] = rows
  if (first === undefined) return ended
  if (!context.background) sessions.noteActivity(principal.sessionId, first.last_seen_at, now)
  const kept = rows.flatMap((row) => (row.message_id === null ? [] : [{ ...row, message_id: row.message_id }]))
  const reading = await createReading(
    database.read,
    context,
    kept.map(({ thread_id }) => thread_id),
  )
  const event = { action: 'messages.list', recordType: 'folder', recordId: query.folder }
  await recordReads(database, [auditRow(principal, event, context)])
  const messages = kept.map((row) => toListed(parts, hideForms(row, reading), row.message_id, context))
  return live({ messages, total: first.total, unreadCount: first.unread })
}

/** Every open page asks for this now and then: simultaneous requests share one statement. */
export function createUnreadCounts({ database, sessions }: MessageParts) {
  const find = gather(async (asked: readonly { readonly sessionId: string; readonly at: Date }[]) => {
    const now = new Date(Math.max(...asked.map(({ at }) => at.getTime())))
    const ids = [...new Set(asked.map(({ sessionId }) => sessionId))]
    const rows = await database.run(unreadStatement, [ids, now, sessions.idleSince(now)])
    const found = new Map(rows.map((row) => [row.session_id, row]))
    return asked.map(({ sessionId }) => found.get(sessionId))
  })
  return async ({ sessionId }: Principal, now: Date): Promise<Live<{ unreadCount: number }>> => {
    const row = await find({ sessionId, at: now })
    if (row === undefined) return ended
    sessions.noteActivity(sessionId, row.last_seen_at, now)
    return live({ unreadCount: row.unread })
  }
}

function toListed(
  parts: RowParts,
  row: ListRow | ConversationRow,
  messageId: string,
  context: CallContext<MemberPrincipal>,
): Page['messages'][number] {
  const shown = toRow(parts, row, messageId, { brand: context.principal.brand, language: context.language })
  if (!('messages' in row)) return shown
  const { messages, incoming, on_behalf, read } = row
  return { ...shown, read, conversation: { messages, fromMember: !incoming && !on_behalf } }
}

/** A row of a list as its reader may see it. */
function hideForms<Row extends ListRow | ConversationRow>(
  row: Row,
  reading: Awaited<ReturnType<typeof createReading>>,
): Row {
  const { text, attachmentCount } = reading({ ...row, body: row.excerpt })
  return { ...row, excerpt: text, attachment_count: attachmentCount }
}
