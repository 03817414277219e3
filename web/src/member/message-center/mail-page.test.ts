import { expect, it } from 'vitest'
import type { MailPage, MailRow, Message, ThreadEntry } from '../../shared/conversation/types.ts'
import { findStart, listUnreadIds, withRead, withReply } from './mail-page.ts'

const row = (messageId: string, read: boolean, threadId = 't-1'): MailRow => ({
  messageId,
  threadId,
  subject: 'Claim',
  category: 'Claims',
  subCategory: '',
  from: 'Dana',
  to: 'Mayte',
  sentAt: '2026-11-20T14:12:00.000Z',
  read,
  attachmentCount: 0,
  replyAllowed: true,
  replyBlockedReason: null,
  restorableUntil: null,
  excerpt: 'We looked',
})

const entry = (messageId: string, direction: ThreadEntry['direction'], read: boolean): ThreadEntry => ({
  messageId,
  direction,
  read,
  from: 'Dana',
  onBehalf: false,
  sentAt: '2026-11-20T14:12:00.000Z',
  text: 'We looked',
  attachments: [],
})

const message = (...thread: ThreadEntry[]): Message => ({
  ...row('m-1', false),
  claims: [],
  text: 'We looked',
  attachments: [],
  draft: null,
  expectedReplyBy: '2026-11-23T22:00:00.000Z',
  thread,
  earlier: null,
})

it('MC-2 marking changes the rows named and takes the count from the answer', () => {
  const page: MailPage = { messages: [row('m-1', false), row('m-2', false, 't-2')], total: 2, unreadCount: 2 }
  const marked = withRead(page, { threadIds: ['t-1', 't-9'], read: true, unreadCount: 7 })
  expect(marked.messages.map((one) => one.read)).toEqual([true, false])
  expect(marked.unreadCount).toBe(7)
  expect(withRead(marked, { threadIds: ['t-1'], read: false, unreadCount: 8 }).messages[0]?.read).toBe(false)
})

it('MC-2 opening a conversation reads every unread message to the member in it', () => {
  const opened = message(
    entry('m-0', 'from-member', false),
    entry('m-1', 'to-member', false),
    entry('m-2', 'to-member', true),
  )
  expect(listUnreadIds(opened)).toEqual(['m-1'])
})

it('MC-2 a conversation opens at its newest unread message, or at the one that somebody searched for', () => {
  const thread = [
    entry('m-1', 'to-member', false),
    entry('m-2', 'to-member', false),
    entry('m-3', 'from-member', true),
    entry('m-4', 'to-member', true),
  ]
  expect(findStart({ messageId: 'm-4', thread })).toBe('m-2')
  expect(findStart({ messageId: 'm-1', thread })).toBe('m-1')
  expect(findStart({ messageId: 'm-4', thread: thread.map((one) => ({ ...one, read: true })) })).toBe('m-4')
})

it('MC-2 a reply appears at the end of its conversation, once', () => {
  const said = { from: 'Mayte Escobar', onBehalf: false, attachments: [] }
  const reply = { messageId: 'm-3', sentAt: '2026-11-20T15:00:00.000Z', text: 'Thank you', ...said }
  const once = withReply(message(entry('m-1', 'to-member', true)), reply)
  expect(once.thread.map((one) => [one.messageId, one.direction])).toEqual([
    ['m-1', 'to-member'],
    ['m-3', 'from-member'],
  ])
  expect(withReply(once, reply)).toBe(once)
})
