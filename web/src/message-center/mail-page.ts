import type { MailPage, Message } from './types.ts'

/** A list in which messages have been marked; the count is the server's own, never reckoned here. */
export function withRead(
  page: MailPage,
  change: { readonly messageIds: readonly string[]; readonly read: boolean; readonly unreadCount: number },
): MailPage {
  const { messageIds, read, unreadCount } = change
  const messages = page.messages.map((row) => (messageIds.includes(row.messageId) ? { ...row, read } : row))
  return { ...page, messages, unreadCount }
}

/** What opening a conversation shows for the first time: every unread message to the member in it. */
export function unreadIn({ thread }: Pick<Message, 'thread'>): string[] {
  return thread.filter((entry) => entry.direction === 'to-member' && !entry.read).map((entry) => entry.messageId)
}

/** A conversation with a reply at its end, for when the server has stored it but cannot be asked for the whole. */
export function withReply(
  message: Message,
  reply: { readonly messageId: string; readonly sentAt: string; readonly text: string },
): Message {
  if (message.thread.some((entry) => entry.messageId === reply.messageId)) return message
  return {
    ...message,
    thread: [
      ...message.thread,
      { ...reply, direction: 'from-member', from: '', onBehalf: false, read: true, attachments: [] },
    ],
  }
}
