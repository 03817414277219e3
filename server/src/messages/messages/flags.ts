import type { PayloadOf } from '@portico/contract/call'
import type { setDeleteFlag, setReadFlag } from '@portico/contract/calls/messages'
import type { Tx } from '../../platform/db/database.ts'
import { CallError } from '../../platform/http/call-error.ts'
import { aboutEach } from '../../platform/http/recorded.ts'
import type { AuditedHandler } from '../../platform/http/stages.ts'
import * as store from './store.ts'

export const setRead: AuditedHandler<typeof setReadFlag> = async ({ principal: { memberId }, body }, { now }, tx) => {
  const { messageIds, read, threads = false } = body
  const named = toDistinctIds(messageIds)
  await store.lockMailbox(tx, memberId)
  const known = threads ? store.countKept : store.countIncoming
  if ((await known(tx, memberId, named)) !== named.length) throw new CallError('NOT-FOUND')
  const wanted = threads ? await store.inThreadsToMark(tx, { memberId, messageIds: named, read }) : named
  const updated = await store.setRead(tx, { memberId, messageIds: wanted, read, now })
  const action = read ? 'message.mark-read' : 'message.mark-unread'
  const flagged = await answerFlags(tx, memberId, { wanted, updated, threads })
  return aboutEach(
    wanted.map((recordId) => ({ recordId, action })),
    flagged,
  )
}

export const setDeleted: AuditedHandler<typeof setDeleteFlag> = async (
  { principal: { memberId }, body },
  { now },
  tx,
) => {
  const { messageIds, deleted, threads = false } = body
  const named = toDistinctIds(messageIds)
  await store.lockMailbox(tx, memberId)
  if ((await store.countKept(tx, memberId, named)) !== named.length) throw new CallError('NOT-FOUND')
  const wanted = threads ? await store.inThreadsToMove(tx, { memberId, messageIds: named, deleted }) : named
  const updated = await store.setDeleted(tx, { memberId, messageIds: wanted, deleted, now })
  const action = deleted ? 'message.delete' : 'message.restore'
  const flagged = await answerFlags(tx, memberId, { wanted, updated, threads })
  return aboutEach(
    wanted.map((recordId) => ({ recordId, action })),
    flagged,
  )
}

async function answerFlags(
  tx: Tx,
  memberId: string,
  change: { readonly wanted: readonly string[]; readonly updated: number; readonly threads: boolean },
): Promise<PayloadOf<typeof setReadFlag>> {
  const { wanted, updated, threads } = change
  const unreadCount = await store.countUnread(tx, memberId)
  return { updated, unreadCount, ...(threads && { messageIds: [...wanted] }) }
}

function toDistinctIds(ids: readonly string[]): string[] {
  return [...new Set(ids.map((id) => id.toLowerCase()))]
}
