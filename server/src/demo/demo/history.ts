import { v7 as uuidv7 } from 'uuid'
import { easternDay } from '../../platform/day.ts'
import type { DemoConversation, DemoData, DemoMember } from './data.ts'
import type { Rows } from './rows.ts'

const dayMs = 24 * 60 * 60 * 1000

type WithHistory = Pick<DemoMember, 'brand' | 'firstName' | 'lastName' | 'groups' | 'conversations'>

/** A member's conversations. */
export function addHistory(rows: Rows, memberId: string, member: WithHistory, data: DemoData, now: Date): void {
  for (const key of member.conversations) {
    const conversation = data.conversations[key]
    if (conversation === undefined) throw new Error(`The demo has no conversation ${key}.`)
    addConversation(rows, memberId, member, conversation, now)
  }
}

function addConversation(
  rows: Rows,
  memberId: string,
  member: WithHistory,
  conversation: DemoConversation,
  now: Date,
): void {
  const threadId = uuidv7()
  const sent = conversation.messages.map((message) => computeSentAt(message.daysAgo, message.hour, now))
  rows.add('thread', {
    member_id: memberId,
    thread_id: threadId,
    brand: member.brand,
    category_id: conversation.categoryId,
    sub_category_id: conversation.subCategoryId,
    subject: conversation.subject,
    reply_blocked_reason: conversation.replyBlockedReason,
    created_at: sent[0] ?? now,
  })
  for (const [index, message] of conversation.messages.entries()) {
    const at = sent[index] ?? now
    rows.add('message', {
      member_id: memberId,
      message_id: uuidv7(),
      thread_id: threadId,
      client_message_id: null,
      incoming: message.from === 'plan',
      author_name: message.author ?? `${member.firstName} ${member.lastName}`,
      body: message.text,
      sent_at: at,
      read_at: message.from === 'plan' && message.read ? at : null,
      deleted_at: null,
    })
  }
}

/** Some days ago at an Eastern hour, but never in the future: early in the morning, today's hour may not have come yet. */
function computeSentAt(daysAgo: number, hour: number, now: Date): Date {
  const day = easternDay(new Date(now.getTime() - daysAgo * dayMs))
  const at = Date.parse(`${day}T00:00:00Z`) + (hour + 5) * 60 * 60 * 1000
  return new Date(Math.min(at, now.getTime() - 5 * 60 * 1000))
}
