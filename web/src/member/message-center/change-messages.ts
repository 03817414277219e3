import { setDeleteFlag, setReadFlag } from '@portico/contract/calls/messages'
import { api } from '../../base/api/api.ts'
import type { Change } from './use-changes.ts'

/** The most ids in one call. */
const max = 100

interface Changed {
  readonly unreadCount: number
  /** Every changed message. */
  readonly messageIds: readonly string[]
}

/** Makes the change on the server, for whole conversations or for just the messages of an earlier change. Throws ApiError. */
export async function changeMessages({ kind, rows, only }: Change): Promise<Changed> {
  const ids = only ?? rows.map(({ messageId }) => messageId)
  let unreadCount = 0
  const changed: string[] = []
  for (let at = 0; at < ids.length; at += max) {
    const some = { messageIds: ids.slice(at, at + max), threads: only === undefined }
    const answer =
      kind === 'read' || kind === 'unread'
        ? await api.call(setReadFlag, { body: { ...some, read: kind === 'read' }, loading: true })
        : await api.call(setDeleteFlag, { body: { ...some, deleted: kind === 'deleted' }, loading: true })
    unreadCount = answer.unreadCount
    changed.push(...(answer.messageIds ?? some.messageIds))
  }
  return { unreadCount, messageIds: changed }
}
