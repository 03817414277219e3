import type { BodyOf, PayloadOf, QueryOf } from '@portico/contract/call'
import type * as calls from '@portico/contract/calls/messages'
import { computeReplyBy } from '@portico/rules/messages/reply-by'
import type { Tx } from '../../platform/db/database.ts'
import type { Live } from '../../platform/http/live.ts'
import type { Principal } from '../../platform/http/principal.ts'
import { setDeleted, setRead } from './flags.ts'
import { countUnread, listMessages } from './list.ts'
import { openMessage } from './open.ts'
import type { MemberAsking, MessageParts } from './parts.ts'
import { searchMessages } from './search.ts'
import { sendMessage } from './send.ts'

export interface MessageService {
  list(
    asking: MemberAsking,
    query: QueryOf<typeof calls.listMessages>,
  ): Promise<Live<PayloadOf<typeof calls.listMessages>>>
  readUnread(principal: Principal, now: Date): Promise<Live<{ unreadCount: number }>>
  /** Throws NOT-FOUND, FIELD-INVALID at `before`. */
  open(asking: MemberAsking, messageId: string, before?: string): Promise<PayloadOf<typeof calls.openMessage>>
  search(
    asking: MemberAsking,
    query: BodyOf<typeof calls.searchMessages>,
  ): Promise<PayloadOf<typeof calls.searchMessages>>
  send(asking: MemberAsking, message: BodyOf<typeof calls.addMessage>): Promise<PayloadOf<typeof calls.addMessage>>
  /** The same within a caller's transaction. */
  sendIn(
    tx: Tx,
    asking: MemberAsking,
    message: BodyOf<typeof calls.addMessage>,
  ): Promise<PayloadOf<typeof calls.addMessage>>
  /** When a message sent now would be answered at the latest, ISO 8601 in UTC. */
  computeReplyBy(now: Date): string
  setRead(asking: MemberAsking, change: BodyOf<typeof calls.setReadFlag>): Promise<PayloadOf<typeof calls.setReadFlag>>
  setDeleted(
    asking: MemberAsking,
    change: BodyOf<typeof calls.setDeleteFlag>,
  ): Promise<PayloadOf<typeof calls.setReadFlag>>
}

/** Binds what is done with messages to what they are made of. */
export function createMessageService(parts: MessageParts): MessageService {
  const { database, holidays } = parts
  return {
    list: (asking, query) => listMessages(parts, asking, query),
    readUnread: (principal, now) => countUnread(parts, principal, now),
    open: (asking, messageId, before) => openMessage(parts, asking, messageId, before),
    search: (asking, query) => searchMessages(parts, asking, query),
    send: (asking, message) => database.transaction((tx) => sendMessage(parts, tx, asking, message)),
    sendIn: (tx, asking, message) => sendMessage(parts, tx, asking, message),
    computeReplyBy: (now) => computeReplyBy(now, holidays).toISOString(),
    setRead: (asking, change) => setRead(parts, asking, change),
    setDeleted: (asking, change) => setDeleted(parts, asking, change),
  }
}
