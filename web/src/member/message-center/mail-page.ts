import { type ConversationPart, countApart, withEarlier, withNewer } from '../../shared/conversation/part.ts'
import type { MailPage, Message, ThreadEntry } from '../../shared/conversation/types.ts'

export interface MarkedRead {
  /** Conversations that were just read, or that now have unread messages. */
  readonly threadIds: readonly string[]
  readonly read: boolean
  /** The server's own number, never calculated here. */
  readonly unreadCount: number
}

/** A list after conversations were marked. */
export function withRead(page: MailPage, { threadIds, read, unreadCount }: MarkedRead): MailPage {
  const messages = page.messages.map((row) => (threadIds.includes(row.threadId) ? { ...row, read } : row))
  return { ...page, messages, unreadCount }
}

/** The messages that opening a conversation shows for the first time: all unread ones to the member. */
export function listUnreadIds({ thread }: Pick<Message, 'thread'>): string[] {
  return thread.filter((entry) => entry.direction === 'to-member' && !entry.read).map((entry) => entry.messageId)
}

/**
 * The message that a conversation opens at. For its newest message, which is what the list links to: the newest unread one; any
 * other message was searched for and opens at itself.
 */
export function findStart({ messageId, thread }: Pick<Message, 'messageId' | 'thread'>): string {
  const unread = thread.findLast((entry) => entry.direction === 'to-member' && !entry.read)
  return thread.at(-1)?.messageId === messageId ? (unread?.messageId ?? messageId) : messageId
}

/** A conversation with a reply added, as stored by the server. */
export function withReply(message: Message, reply: Omit<Message['thread'][number], 'direction' | 'read'>): Message {
  if (message.thread.some((entry) => entry.messageId === reply.messageId)) return message
  const { messageId, from, onBehalf, sentAt, text, attachments } = reply
  const entry = { messageId, from, onBehalf, sentAt, text, attachments, direction: 'from-member', read: true } as const
  return { ...message, thread: [...message.thread, entry] }
}

/** An open conversation with an earlier part added. */
export function withEarlierMail(shown: Message, part: Message): Message {
  return { ...shown, ...toMessage(withEarlier(toPart(shown), toPart(part), toCursor)) }
}

/** An open conversation's present state, with the earlier messages that were loaded. */
export function withNewerMail(shown: Message, fresh: Message): Message {
  return { ...fresh, ...toMessage(withNewer(toPart(shown), toPart(fresh), toCursor)) }
}

/** How many messages come before the consecutive ones. */
export function countOlder(message: Pick<Message, 'thread' | 'earlier'>): number {
  return countApart(toPart(message), toCursor)
}

function toCursor({ sentAt, messageId }: ThreadEntry): string {
  return `${sentAt}_${messageId}`
}

function toPart({ thread, earlier }: Pick<Message, 'thread' | 'earlier'>): ConversationPart<ThreadEntry> {
  return { entries: thread, earlier }
}

function toMessage({ entries, earlier }: ConversationPart<ThreadEntry>): Pick<Message, 'thread' | 'earlier'> {
  return { thread: [...entries], earlier }
}
