import type { Tx } from '../../platform/db/database.ts'
import { CallError } from '../../platform/http/call-error.ts'
import { findMessage } from './store.ts'

interface Repliable {
  readonly reply_blocked_reason: 'thread-closed' | 'notice' | 'too-old' | null
  readonly deleted_at: Date | null
}

/** Why a message does not allow a reply; null: it does (MC-2). */
export function findBlockedReason({ reply_blocked_reason, deleted_at }: Repliable) {
  return deleted_at === null ? reply_blocked_reason : ('deleted' as const)
}

/** The conversation that a reply belongs to. Throws NOT-FOUND or REPLY-NOT-ALLOWED. */
export async function threadToReplyIn(tx: Tx, memberId: string, messageId: string): Promise<string> {
  const replied = await findMessage(tx, memberId, messageId)
  if (replied === undefined) throw new CallError('NOT-FOUND')
  if (findBlockedReason(replied) !== null) throw new CallError('REPLY-NOT-ALLOWED')
  return replied.thread_id
}
