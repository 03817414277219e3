import type { Reader } from '../../platform/db/database.ts'
import { part, type together } from '../../platform/db/together.ts'
import { newestIncoming, selectUnreadCount } from './store.ts'

/** The queries whose results `toInbox` takes; the landing page reads them together with its other data. */
export function inboxParts(db: Reader, memberId: string, max: number) {
  return {
    messages: part(newestIncoming(db, memberId, max), { sent_at: true, read_at: true }),
    unread: part(selectUnreadCount(db, memberId)),
  }
}

type InboxRows = Awaited<ReturnType<typeof together<ReturnType<typeof inboxParts>>>>

/** The landing page's view of the inbox. */
export function toInbox({ messages, unread }: InboxRows) {
  return {
    unreadCount: unread[0]?.unread ?? 0,
    newestMessages: messages.map((row) => ({
      messageId: row.message_id,
      subject: row.subject,
      from: row.author_name,
      sentAt: row.sent_at.toISOString(),
      read: row.read_at !== null,
    })),
  }
}
