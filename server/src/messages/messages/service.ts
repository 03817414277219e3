import type { BodyOf, PayloadOf, QueryOf } from '@portico/contract/call'
import type * as calls from '@portico/contract/calls/messages'
import { computeReplyBy } from '@portico/rules/messages/reply-by'
import type { Tx } from '../../platform/db/database.ts'
import type { CallContext } from '../../platform/http/context.ts'
import type { Live } from '../../platform/http/live.ts'
import type { MemberPrincipal, Principal } from '../../platform/http/principal.ts'
import { countUnread, listMessages } from './list.ts'
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
  /** Throws NOT-FOUND, FIELD-INVALID at `before`. */
  open(
    context: CallContext<MemberPrincipal>,
    messageId: string,
    before?: string,
  ): Promise<PayloadOf<typeof calls.openMessage>>
  search(
    context: CallContext<MemberPrincipal>,
    query: BodyOf<typeof calls.searchMessages>,
  ): Promise<PayloadOf<typeof calls.searchMessages>>
  send(tx: Tx, context: CallContext<MemberPrincipal>, message: BodyOf<typeof calls.addMessage>): Promise<SentMessage>
  /** When a message sent now would be answered at the latest, ISO 8601 in UTC. */
  computeReplyBy(now: Date): string
}

/** Binds what is done with messages to what they are made of. */
export function createMessageService(parts: MessageParts): MessageService {
  const { holidays } = parts
  return {
    list: (context, query) => listMessages(parts, context, query),
    readUnread: (principal, now) => countUnread(parts, principal, now),
    open: (context, messageId, before) => openMessage(parts, context, messageId, before),
    search: (context, query) => searchMessages(parts, context, query),
    send: (tx, context, message) => sendMessage(parts, tx, context, message),
    computeReplyBy: (now) => computeReplyBy(now, holidays).toISOString(),
  }
}
