import type { BodyOf, PayloadOf, QueryOf } from '@portico/contract/call'
import type * as calls from '@portico/contract/calls/messages'
import { computeReplyBy } from '@portico/rules/messages/reply-by'
import type { Tx } from '../../platform/db/database.ts'
import type { CallContext } from '../../platform/http/context.ts'
import type { Live } from '../../platform/http/live.ts'
import type { MemberPrincipal, Principal } from '../../platform/http/principal.ts'
import type { AuditedHandler } from '../../platform/http/stages.ts'
import { createUnreadCounts, listMessages } from './list.ts'
import { openMessage } from './open.ts'
import type { MessageParts } from './parts.ts'
import { searchMessages } from './search.ts'
import { type SentMessage, sendMessage } from './send.ts'

export interface MessageService {
  list(
    context: CallContext<MemberPrincipal>,
    query: QueryOf<typeof calls.listMessages>,
  ): Promise<Live<PayloadOf<typeof calls.listMessages>>>
  readUnread(principal: Principal, now: Date): Promise<Live<{ unreadCount: number }>>
  readonly open: AuditedHandler<typeof calls.openMessage>
  readonly search: AuditedHandler<typeof calls.searchMessages>
  send(tx: Tx, context: CallContext<MemberPrincipal>, message: BodyOf<typeof calls.addMessage>): Promise<SentMessage>
  /** The latest time at which a message sent now would be answered, ISO 8601 in UTC. */
  computeReplyBy(now: Date): string
}

/** Binds the functions on messages to what they depend on. */
export function createMessageService(parts: MessageParts): MessageService {
  const { holidays } = parts
  return {
    list: (context, query) => listMessages(parts, context, query),
    readUnread: createUnreadCounts(parts),
    open: openMessage(parts),
    search: searchMessages(parts),
    send: (tx, context, message) => sendMessage(parts, tx, context, message),
    computeReplyBy: (now) => computeReplyBy(now, holidays).toISOString(),
  }
}
