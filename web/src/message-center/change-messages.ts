import { setDeleteFlag, setReadFlag } from '@portico/contract/calls/messages'
import { api } from '../api/api.ts'
import type { Change } from './use-changes.ts'

/** Has the server do it; answers the number of unread messages then. Throws ApiError. */
export function changeMessages({ kind, messageIds }: Change): Promise<{ readonly unreadCount: number }> {
  const ids = { messageIds: [...messageIds] }
  if (kind === 'read' || kind === 'unread') {
    return api.call(setReadFlag, { body: { ...ids, read: kind === 'read' }, loading: true })
  }
  return api.call(setDeleteFlag, { body: { ...ids, deleted: kind === 'deleted' }, loading: true })
}
