import type { BodyOf, PayloadOf } from '@portico/contract/call'
import type { setDeleteFlag, setReadFlag } from '@portico/contract/calls/messages'
import type { Tx } from '../../platform/db/database.ts'
import { CallError } from '../../platform/http/call-error.ts'
import type { CallContext } from '../../platform/http/context.ts'
import type { MemberPrincipal } from '../../platform/http/principal.ts'
import { auditMessages, type MessageParts } from './parts.ts'
import * as store from './store.ts'

type Flagged = PayloadOf<typeof setReadFlag>

export function setRead(
  { database }: MessageParts,
  context: CallContext<MemberPrincipal>,
  { messageIds, read, threads = false }: BodyOf<typeof setReadFlag>,
): Promise<Flagged> {
  return database.transaction(async (tx) => {
    const { memberId } = context.principal
    const named = toDistinctIds(messageIds)
    await store.lockMailbox(tx, memberId)
    const known = threads ? store.countKept : store.countIncoming
    if ((await known(tx, memberId, named)) !== named.length) throw new CallError('NOT-FOUND')
    const wanted = threads ? await store.inThreadsToMark(tx, { memberId, messageIds: named, read }) : named
    const updated = await store.setRead(tx, { memberId, messageIds: wanted, read, now: context.now })
    const action = read ? 'message.mark-read' : 'message.mark-unread'
    return answerFlags(tx, context, { action, wanted, updated, threads })
  })
}

export function setDeleted(
  { database }: MessageParts,
  context: CallContext<MemberPrincipal>,
  { messageIds, deleted, threads = false }: BodyOf<typeof setDeleteFlag>,
): Promise<Flagged> {
  return database.transaction(async (tx) => {
    const { memberId } = context.principal
    const named = toDistinctIds(messageIds)
    await store.lockMailbox(tx, memberId)
    if ((await store.countKept(tx, memberId, named)) !== named.length) throw new CallError('NOT-FOUND')
    const wanted = threads ? await store.inThreadsToMove(tx, { memberId, messageIds: named, deleted }) : named
    const updated = await store.setDeleted(tx, { memberId, messageIds: wanted, deleted, now: context.now })
    const action = deleted ? 'message.delete' : 'message.restore'
    return answerFlags(tx, context, { action, wanted, updated, threads })
  })
}

/** The answer to a change of flags, after each message is audited. */
async function answerFlags(
  tx: Tx,
  context: CallContext<MemberPrincipal>,
  change: { readonly action: string; readonly wanted: readonly string[]; readonly updated: number; threads: boolean },
): Promise<Flagged> {
  const { action, wanted, updated, threads } = change
  await auditMessages(tx, context, action, wanted)
  const unreadCount = await store.countUnread(tx, context.principal.memberId)
  return { updated, unreadCount, ...(threads && { messageIds: [...wanted] }) }
}

function toDistinctIds(ids: readonly string[]): string[] {
  return [...new Set(ids.map((id) => id.toLowerCase()))]
}
