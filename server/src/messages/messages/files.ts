import type { Tx } from '../../platform/db/database.ts'
import type { MessageParts } from './parts.ts'
import type { Message } from './store.ts'

/** Looks for files only if a message of the thread has any. */
export async function readFiles(parts: Pick<MessageParts, 'attachments'>, tx: Tx, thread: readonly Message[]) {
  const withFiles = thread.filter(({ attachment_count }) => attachment_count > 0)
  return parts.attachments.ofMessages(
    tx,
    thread[0]?.member_id ?? '',
    withFiles.map(({ message_id }) => message_id),
  )
}
