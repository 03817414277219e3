import { v7 as uuidv7 } from 'uuid'
import type { EmailService } from '../../mailing/email/service.ts'
import { notifyOfNewMessage } from '../../member/notifications/service.ts'
import type { Reader, Tx } from '../../platform/db/database.ts'
import { CallError } from '../../platform/http/call-error.ts'
import { findFormOfThread } from '../forms/store.ts'
import { countEarlier, findSent, insertMessage, listThread, type Message, type ThreadPart } from './store.ts'

export { moveThread } from './store.ts'

/** A message from customer service in a member's conversation. */
export interface Delivery {
  readonly memberId: string
  readonly threadId: string
  /** Made by the sender's page: a message delivered twice is stored once. */
  readonly clientMessageId: string
  readonly authorName: string
  readonly text: string
  /** The number of its files, which the caller attaches. */
  readonly attachmentCount: number
  readonly now: Date
}

/**
 * The only way for a message to reach a member's inbox: unread, with an e-mail if they want it. Throws CONFLICT if another message of
 * the member was stored under its id.
 */
export async function deliver(tx: Tx, emails: EmailService, delivery: Delivery): Promise<Message> {
  const { memberId, threadId, clientMessageId, authorName, text, attachmentCount, now } = delivery
  const message: Message = {
    member_id: memberId,
    message_id: uuidv7(),
    thread_id: threadId,
    client_message_id: clientMessageId,
    incoming: true,
    author_name: authorName,
    on_behalf: false,
    body: text,
    phone_number: null,
    best_time: null,
    sent_at: now,
    read_at: null,
    deleted_at: null,
    purged_at: null,
    attachment_count: attachmentCount,
  }
  if (!(await insertMessage(tx, message))) throw new CallError('CONFLICT')
  const isForm = (await findFormOfThread(tx, memberId, threadId)) !== undefined
  await notifyOfNewMessage(tx, emails, { memberId, messageId: message.message_id, isForm, now })
  return message
}

/** The message that was already delivered under an id. */
export async function findDelivered(
  db: Reader,
  { memberId, threadId, clientMessageId }: Pick<Delivery, 'memberId' | 'threadId' | 'clientMessageId'>,
): Promise<Message | undefined> {
  const found = await findSent(db, memberId, clientMessageId)
  return found?.incoming && found.thread_id === threadId ? found : undefined
}

/** Part of a conversation as it was written, oldest first, including messages that the member has deleted. */
export function readConversation(db: Reader, part: Omit<ThreadPart, 'only'>): Promise<Message[]> {
  return listThread(db, { ...part, only: 'all' })
}

/** How many messages of the conversation come before a position. */
export function countConversation(db: Reader, part: Omit<ThreadPart, 'only' | 'max'>): Promise<number> {
  return countEarlier(db, { ...part, only: 'all' })
}
