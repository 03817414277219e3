import { randomUUID } from 'node:crypto'
import { calls } from '@portico/contract/calls'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { make } from '../../../test/call.ts'
import { listErrorCodes } from '../../../test/client.ts'
import { testPortal } from '../../../test/portal.ts'
import { testClient } from '../../../test/signed-in.ts'
import { selectConversations } from '../../platform/db/migrations/0019-conversations.ts'

const portal = testPortal()
const member = testClient(portal, 'MEMBER01')
const second = testClient(portal, 'MEMBER02')

type Folder = 'inbox' | 'sent' | 'deleted'
type Query = Partial<Record<'page' | 'pageSize' | 'sort' | 'order', string>>
const page = async (folder: Folder = 'inbox', query: Query = {}, client = member) => {
  const asked = { folder, threads: 'true', pageSize: '50', ...query } as object
  return (await make(client, calls.listMessages, { query: asked })).body.payload
}
const line = async (threadId: string, folder: Folder = 'inbox') =>
  (await page(folder)).messages.find((row) => row.threadId === threadId)
const open = async (messageId: string) =>
  (await make(member, calls.openMessage, { params: { messageId } })).body.payload
const remove = (messageId: string, deleted = true, client = member) =>
  make(client, calls.setDeleteFlag, { body: { messageIds: [messageId], deleted, threads: true } })
const mark = (messageId: string, read: boolean) =>
  make(member, calls.setReadFlag, { body: { messageIds: [messageId], read, threads: true } })
const readUnread = async () => (await make(member, calls.countUnread, {})).body.payload.unreadCount

/** Answers like customer service or another instance would, directly in the database. */
async function answer(threadId: string, ...texts: string[]) {
  for (const text of texts)
    await sql`insert into message (member_id, message_id, thread_id, incoming, author_name, body, sent_at)
      select member_id, ${randomUUID()}, thread_id, true, 'Dana, Customer Service', ${text}, clock_timestamp()
      from thread where thread_id = ${threadId}`.execute(portal.database.read)
}
const reply = async (inReplyTo: string, text: string) =>
  (await make(member, calls.addMessage, { body: { clientMessageId: randomUUID(), text, inReplyTo } })).body.payload

/** The stored conversation rows, and the same computed from the messages. */
async function readKept() {
  const { rows } = await sql<{ kept: string; said: string; counted: string; there: string }>`
    with said as (${sql.raw(selectConversations('thread t'))})
    select (select string_agg(format('%s', (c.member_id, c.thread_id, c.folder, c.messages, c.unread, c.attachments,
        c.newest_id, c.newest_at, c.subject_key, c.author_key)), '|' order by c.member_id, c.thread_id, c.folder)
        from conversation c) as kept,
      (select string_agg(format('%s', (s.member_id, s.thread_id, s.folder, s.messages, s.unread, s.attachments,
        s.newest_id, s.newest_at, s.subject_key, s.author_key)), '|' order by s.member_id, s.thread_id, s.folder)
        from said s) as said,
      (select string_agg(format('%s %s %s %s', member_id, inbox_threads, sent_threads, deleted_threads), '|'
        order by member_id) from mailbox_count where inbox_threads + sent_threads + deleted_threads > 0) as counted,
      (select string_agg(line, '|' order by member_id) from (select member_id, format('%s %s %s %s', member_id,
        count(*) filter (where folder = 'inbox'), count(*) filter (where folder = 'sent'),
        count(*) filter (where folder = 'deleted')) as line from said group by member_id) lines) as there
  `.execute(portal.database.read)
  return rows[0]
}

describe('MC-2 a list of conversations', () => {
  test('MC-2 has one line per conversation, the one with the newest message first, whoever wrote it', async () => {
    const before = await page()
    const first = before.messages.at(-1)
    if (first === undefined) throw new Error('The demo has conversations.')
    expect(new Set(before.messages.map(({ threadId }) => threadId)).size).toBe(before.total)
    await answer(first.threadId, 'One more thing.', 'And another.')
    const newest = (await page()).messages[0]
    expect(newest).toMatchObject({ threadId: first.threadId, excerpt: 'And another.', read: false })
    expect(newest?.conversation).toEqual({ messages: (first.conversation?.messages ?? 0) + 2, fromMember: false })
    expect((await page()).total).toBe(before.total)

    const other = (await page()).messages.find(
      ({ replyAllowed, threadId }) => replyAllowed && threadId !== first.threadId,
    )
    await reply(other?.messageId ?? '', 'Thank you.')
    const own = (await page()).messages[0]
    expect(own).toMatchObject({ threadId: other?.threadId, excerpt: 'Thank you.', conversation: { fromMember: true } })
    expect((await page('sent')).messages[0]?.threadId).toBe(other?.threadId)
    expect((await open(own?.messageId ?? '')).thread.at(-1)?.text).toBe('Thank you.')
  })

  test('MC-2 pages and orders as the list of messages does', async () => {
    const { messages, total } = await page()
    const pages = []
    for (let at = 1; at <= Math.ceil(total / 10); at += 1) {
      pages.push(...(await page('inbox', { page: String(at), pageSize: '10' })).messages)
    }
    expect(pages).toEqual(messages)
    expect((await page('inbox', { page: '99' })).messages).toEqual([])
    const ids = (rows: typeof messages) => rows.map(({ threadId }) => threadId)
    expect(ids((await page('inbox', { order: 'asc' })).messages)).toEqual(ids(messages).reverse())
    const bySubject = (await page('inbox', { sort: 'subject', order: 'asc' })).messages.map(({ subject }) => subject)
    const keys = bySubject.map((subject) => subject.toLowerCase())
    expect(keys).toEqual([...keys].sort())
    const byAuthor = (await page('inbox', { sort: 'from', order: 'asc' })).messages.map(({ from }) =>
      from.toLowerCase(),
    )
    expect(byAuthor).toEqual([...byAuthor].sort())
  })

  test('MC-2 MC-5 is marked as a whole: read, all messages; unread, the newest received one', async () => {
    const { threadId = '' } = (await page()).messages.at(-2) ?? {}
    await answer(threadId, 'One.', 'Two.')
    const count = await readUnread()
    const { messageId = '', read } = (await line(threadId)) ?? {}
    expect(read).toBe(false)
    const done = (await mark(messageId, true)).body.payload
    expect(done).toMatchObject({ updated: 2, unreadCount: count - 2 })
    expect((await line(threadId))?.read).toBe(true)
    // Nothing is left to mark.
    expect((await mark(messageId, true)).body.payload).toEqual({ updated: 0, unreadCount: count - 2, messageIds: [] })
    expect((await mark(messageId, false)).body.payload).toEqual({
      updated: 1,
      unreadCount: count - 1,
      messageIds: [messageId],
    })
    const { thread } = await open(messageId)
    expect(thread.filter((entry) => !entry.read).map(({ text }) => text)).toEqual(['Two.'])
    await mark(messageId, true)
  })

  test('MC-2 MC-5 RO-4 is deleted and restored as a whole, each message in the audit log', async () => {
    const chosen = (await page()).messages.find(({ conversation, replyAllowed }) => replyAllowed && conversation)
    const { threadId = '', messageId = '' } = chosen ?? {}
    await answer(threadId, 'An answer.')
    const { messages: held = 0 } = (await line(threadId))?.conversation ?? {}
    const { total } = await page()
    const gone = await remove(messageId)
    expect(gone.body.payload).toMatchObject({ updated: held })
    expect(gone.body.payload.messageIds).toHaveLength(held)
    const audited = await portal.database.read
      .selectFrom('audit_event')
      .select('record_id')
      .where('request_id', '=', gone.headers.get('x-request-id') ?? '')
      .where('action', '=', 'message.delete')
      .execute()
    expect(audited.map(({ record_id }) => record_id).sort()).toEqual([...(gone.body.payload.messageIds ?? [])].sort())
    expect([await line(threadId), await line(threadId, 'sent'), (await page()).total]).toEqual([
      ...[undefined, undefined, total - 1],
    ])
    const deleted = await line(threadId, 'deleted')
    expect(deleted?.conversation?.messages).toBe(held)
    // It still reads as it was written.
    expect((await open(deleted?.messageId ?? '')).thread).toHaveLength(held)
    expect((await remove(deleted?.messageId ?? '', false)).body.payload.updated).toBe(held)
    expect((await line(threadId))?.conversation?.messages).toBe(held)
    expect(await line(threadId, 'deleted')).toBeUndefined()
  })

  test("MC-5 nobody marks or deletes another's conversation", async () => {
    const { messageId = '' } = (await page()).messages[0] ?? {}
    expect(listErrorCodes(await remove(messageId, true, second))).toEqual(['NOT-FOUND'])
    expect((await page('inbox', {}, second)).messages.map((row) => row.messageId)).not.toContain(messageId)
  })

  test('MC-2 the stored conversation rows match their messages', async () => {
    const [{ messageId = '', threadId = '' } = {}] = (await page()).messages
    await answer(threadId, 'A last word.')
    await make(member, calls.setDeleteFlag, { body: { messageIds: [messageId], deleted: true } })
    const now = await readKept()
    expect(now?.kept).toBe(now?.said)
    expect(now?.counted).toBe(now?.there)
    expect(now?.kept?.length).toBeGreaterThan(0)
  })
})
