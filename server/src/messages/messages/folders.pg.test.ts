import { randomUUID } from 'node:crypto'
import { calls } from '@portico/contract/calls'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { make } from '../../../test/call.ts'
import { listErrorCodes, memberClient } from '../../../test/client.ts'
import { testPortal } from '../../../test/portal.ts'
import { digestRows } from '../../../test/rows.ts'
import { actForMember, testClient } from '../../../test/signed-in.ts'
import { purgeBatch } from './purge.ts'

const dayMs = 24 * 60 * 60 * 1000

const portal = testPortal()
const member = testClient(portal, 'MEMBER01')

type Folder = 'inbox' | 'sent' | 'deleted'
const list = async (folder: Folder, more: object = {}) =>
  (await make(member, calls.listMessages, { query: { folder, pageSize: '50', ...more } })).body.payload
const subjects = async (folder: Folder, more: object = {}) =>
  (await list(folder, more)).messages.map(({ subject }) => subject)
const readUnread = async () => (await make(member, calls.countUnread, {})).body.payload.unreadCount
const flag = (messageIds: readonly string[], deleted: boolean, client = member) =>
  make(client, calls.setDeleteFlag, { body: { messageIds: [...messageIds], deleted } })
const open = (messageId: string) => make(member, calls.openMessage, { params: { messageId } })
const listIds = async (folder: Folder, ...named: string[]) =>
  (await list(folder)).messages.filter(({ subject }) => named.includes(subject)).map(({ messageId }) => messageId)

/** The counts that the database keeps, and those counted from the messages. */
async function counts() {
  const { rows } = await sql<{ kept: string; there: string }>`
    select (select string_agg(line, '|' order by line) from (
        select format('%s %s %s %s %s', member_id, inbox, sent, deleted, unread) as line from mailbox_count
        where inbox + sent + deleted > 0) kept) as kept,
      (select string_agg(line, '|' order by line) from (
        select format('%s %s %s %s %s', member_id, count(*) filter (where incoming and deleted_at is null),
          count(*) filter (where not incoming and deleted_at is null),
          count(*) filter (where deleted_at is not null and purged_at is null),
          count(*) filter (where incoming and read_at is null and deleted_at is null)) as line
        from message group by member_id having count(*) filter (where purged_at is null) > 0) there) as there
  `.execute(portal.database.read)
  return rows[0]
}

describe('MC-2 MC-5 the delete flag', () => {
  test('MC-2 MC-5 moves messages to the deleted folder and back, with one honest unread number', async () => {
    const before = await list('inbox')
    const ids = await listIds('inbox', 'Your claim question', 'Dental cleaning')
    const began = Date.now()
    const deleted = await flag(ids, true)
    expect([deleted.status, deleted.body.payload]).toEqual([200, { updated: 2, unreadCount: 1 }])
    expect([await readUnread(), (await list('inbox')).unreadCount, (await list('inbox')).total]).toEqual([1, 1, 11])
    expect(await subjects('inbox')).not.toContain('Dental cleaning')
    const { messages, total } = await list('deleted')
    expect([messages.map(({ subject }) => subject), total]).toEqual([['Your claim question', 'Dental cleaning'], 2])
    const deletedAt = Date.parse(messages[0]?.restorableUntil ?? '') - 30 * dayMs
    expect(deletedAt).toBeGreaterThanOrEqual(began)
    expect(deletedAt).toBeLessThanOrEqual(Date.now())
    const { body: landing } = await make(member, calls.overview, {})
    expect(landing.payload.unreadCount).toBe(1)
    expect(landing.payload.newestMessages.map(({ messageId }) => messageId)).not.toContain(ids[0])

    // Repeating it changes nothing more; the same call also undoes it.
    expect((await flag(ids, true)).body.payload).toEqual({ updated: 0, unreadCount: 1 })
    const restored = await flag(ids, false)
    expect(restored.body.payload).toEqual({ updated: 2, unreadCount: 2 })
    expect(await list('inbox')).toEqual(before)
    expect((await list('deleted')).total).toBe(0)
  })

  test('MC-2 a deleted message opens but takes no reply; its conversation is read without it', async () => {
    const [id = ''] = await listIds('inbox', 'Referral needed?')
    const [asked = ''] = await listIds('sent', 'Referral needed?')
    await flag([id], true)
    const opened = (await open(id)).body.payload
    expect(opened).toMatchObject({ replyAllowed: false, replyBlockedReason: 'deleted' })
    expect(opened.restorableUntil).not.toBeNull()
    expect(opened.thread.map(({ messageId }) => messageId)).toEqual([asked, id])
    expect((await open(asked)).body.payload.thread.map(({ messageId }) => messageId)).toEqual([asked])
    const reply = { clientMessageId: randomUUID(), text: 'And?', inReplyTo: id }
    expect(listErrorCodes(await make(member, calls.addMessage, { body: reply }))).toEqual(['REPLY-NOT-ALLOWED'])
    const read = await make(member, calls.setReadFlag, { body: { messageIds: [id], read: false } })
    expect(read.status).toBe(404)
    await flag([id], false)
  })

  test("MC-2 the member's own messages can be deleted too, and both kinds are sorted in one folder", async () => {
    const ids = [
      ...(await listIds('inbox', 'Lost ID card')),
      ...(await listIds('sent', 'Address change', 'Lost ID card')),
    ]
    expect((await flag(ids, true)).body.payload).toEqual({ updated: 3, unreadCount: 2 })
    expect(await subjects('deleted', { sort: 'subject', order: 'asc' })).toEqual([
      ...['Address change', 'Lost ID card', 'Lost ID card'],
    ])
    const { messages } = await list('deleted')
    expect(messages.map(({ from, to }) => [from, to])).toContainEqual(['Mayte Escobar', 'Customer Service'])
    expect(messages.map(({ to }) => to)).toContain('Mayte Escobar')
    await flag(ids, false)
  })

  test('MC-5 all or none, and 1 to 100 ids; a rep who acts for the member deletes nothing', async () => {
    const [id = ''] = await listIds('inbox', 'Dental cleaning')
    const before = await digestRows(portal.database)
    expect((await flag([id, randomUUID()], true)).status).toBe(404)
    for (const ids of [[], Array.from({ length: 101 }, () => randomUUID())]) {
      expect((await flag(ids, true)).body.errors?.[0]?.field).toBe('messageIds')
    }
    expect(await digestRows(portal.database)).toEqual(before)
    const rep = await actForMember(portal.origin, 'MEMBER01')
    expect(listErrorCodes(await flag([id], true, rep))).toEqual(['SIMULATION-BLOCKED'])
  })

  test('RO-4 MC-5 the audit log has a row for each message', async () => {
    const ids = await listIds('inbox', 'Dental cleaning', 'Lost ID card')
    for (const [deleted, action] of [
      [true, 'message.delete'],
      [false, 'message.restore'],
    ] as const) {
      const answer = await flag(ids, deleted)
      const rows = await portal.database.read
        .selectFrom('audit_event')
        .select(['actor_login_id', 'action', 'record_id'])
        .where('request_id', '=', answer.headers.get('x-request-id') ?? '')
        .orderBy('record_id')
        .execute()
      expect(rows).toEqual([...ids].sort().map((id) => ({ actor_login_id: 'MEMBER01', action, record_id: id })))
    }
  })
})

test('MC-2 after 30 days a deleted message is out of the mailbox for good, and the record of it stays', async () => {
  const [old = '', young = ''] = await listIds('inbox', 'Dental cleaning', 'Lost ID card')
  await flag([old, young], true)
  const now = new Date()
  const age = (messageId: string, days: number) =>
    portal.database.read
      .updateTable('message')
      .set({ deleted_at: new Date(now.getTime() - days * dayMs) })
      .where('message_id', '=', messageId)
      .execute()
  await age(old, 30.01)
  await age(young, 29.99)
  expect(await purgeBatch(portal.database, now)).toBe(1)
  expect(await purgeBatch(portal.database, now)).toBe(0)
  expect((await list('deleted')).messages.map(({ messageId }) => messageId)).toEqual([young])
  expect((await open(old)).status).toBe(404)
  expect((await flag([old], false)).status).toBe(404)
  expect((await flag([young], false)).status).toBe(200)
  const stored = portal.database.read.selectFrom('message').select('message_id').where('message_id', '=', old)
  expect(await stored.execute()).toHaveLength(1)
  const audit = portal.database.read.selectFrom('audit_event').select('action').where('record_id', '=', old)
  expect((await audit.where('action', '=', 'message.purge').execute()).length).toBe(1)
})

test('MC-2 MC-5 whatever is done at the same time, the counts are those of the messages there are', async () => {
  const clients = [member, await memberClient(portal.origin, 'MEMBER01'), await memberClient(portal.origin, 'MEMBER01')]
  const ids = (await list('inbox')).messages.map(({ messageId }) => messageId)
  const topic = { categoryId: 'claims', subCategoryId: 'claim-status', subject: 'One more', text: 'x' }
  const answers = await Promise.all(
    Array.from({ length: 48 }, (_, index) => {
      const client = clients[index % 3] ?? member
      const messageIds = index % 2 ? ids.slice(index % 5, 9) : ids.slice(index % 5, 9).reverse()
      if (index % 4 === 0) return flag(messageIds, index % 8 === 0, client)
      if (index % 4 === 3) {
        return make(client, calls.addMessage, { body: { clientMessageId: randomUUID(), ...topic } })
      }
      return make(client, calls.setReadFlag, { body: { messageIds, read: index % 3 === 0 } })
    }),
  )
  // Marking a deleted message as read answers 404.
  expect(answers.filter(({ status }) => ![200, 201, 404].includes(status))).toEqual([])
  const { kept, there } = (await counts()) ?? {}
  expect(kept).toBe(there)
  await flag(ids, false)
  await sql`delete from message where member_id = (select member_id from account where login_id = 'MEMBERDE')`.execute(
    portal.database.read,
  )
  const after = await counts()
  expect(after?.kept).toBe(after?.there)
})
