import { randomUUID } from 'node:crypto'
import { discardDraft, saveDraft } from '@portico/contract/calls/drafts'
import { mailEvents } from '@portico/contract/calls/live'
import { listMessages, setReadFlag } from '@portico/contract/calls/messages'
import { sql } from 'kysely'
import { afterAll, describe, expect, test } from 'vitest'
import { make } from '../../../test/call.ts'
import { type Client, listErrorCodes, memberClient } from '../../../test/client.ts'
import { type Events, openEvents } from '../../../test/events.ts'
import { startPortal, testPortal } from '../../../test/portal.ts'
import { actForMember } from '../../../test/signed-in.ts'

const onPostgres = process.env.PORTICO_TEST_ENGINE === 'postgres'

const portal = testPortal({ EVENT_STREAMS: '30' })
const opened: Events[] = []
afterAll(() => {
  for (const events of opened) events.leave()
})

async function open(client: Client): Promise<Events> {
  const events = await openEvents(client, mailEvents.path)
  opened.push(events)
  return events
}
const client = (loginId = 'MEMBER01') => memberClient(portal.origin, loginId)
const selectMember = (loginId: string) => sql`(select member_id from account where login_id = ${loginId})`
/** Sends like customer service or another instance would, directly in the database. */
async function receive(loginId: string): Promise<string> {
  const messageId = randomUUID()
  await sql`insert into message (member_id, message_id, thread_id, incoming, author_name, body, sent_at)
    select member_id, ${messageId}, thread_id, true, 'Customer service', 'The answer', now() from thread
    where member_id = ${selectMember(loginId)} limit 1`.execute(portal.database.read)
  return messageId
}
const readUnread = async (of: Client) => (await make(of, mailEvents, {})).body.payload.unreadCount

describe('MC-6 an open page learns about its mail', () => {
  test('MC-6 of a new message, of what was read on another device and what was deleted, and of nobody else’s', async () => {
    const [one, phone, stranger] = [await client(), await client(), await client('MEMBER02')]
    const [page, other] = [await open(one), await open(stranger)]
    expect(page.status).toBe(200)
    expect(page.headers).toMatchObject({
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
    })
    expect(page.headers['content-encoding']).toBeUndefined()
    const start = await readUnread(one)
    const { body: list } = await make(one, listMessages, {})
    const { total, messages } = list.payload
    const state = (unreadCount: number, inbox: number, newestMessageId: string, deleted = 0) => ({
      unreadCount,
      totals: { inbox, sent: expect.any(Number), deleted },
      // The number of conversations has not changed.
      threads: { inbox: 13, sent: 9, deleted },
      newestMessageId,
      draftsVersion: expect.any(String),
    })
    const newest = messages[0]?.messageId ?? ''
    expect(await page.next()).toEqual(state(start, total, newest))
    await other.next()

    const messageId = await receive('MEMBER01')
    expect(await page.next()).toEqual(state(start + 1, total + 1, messageId))
    const { body } = await make(phone, setReadFlag, { body: { messageIds: [messageId], read: true } })
    expect(body.payload.unreadCount).toBe(start)
    expect(await page.next()).toEqual(state(start, total + 1, messageId))
    await sql`update message set deleted_at = now() where message_id = ${messageId}`.execute(portal.database.read)
    expect(await page.next()).toEqual(state(start, total, newest, 1))
    await other.silent()
  })

  test('MC-3 MC-6 of drafts that another device saves, throws away or sends, and not whoever acts for the person', async () => {
    const [one, phone] = [await client(), await client()]
    const rep = await actForMember(portal.origin, 'MEMBER01')
    const [page, acting] = [await open(one), await open(rep)]
    const readVersion = async () => ((await page.next()) as { draftsVersion: string }).draftsVersion
    const versions = [await readVersion()]
    expect(await acting.next()).toMatchObject({ draftsVersion: null })
    const draft = { clientMessageId: randomUUID(), text: 'Half a w', baseVersion: 0 }
    const { body } = await make(phone, saveDraft, { body: draft })
    versions.push(await readVersion())
    await make(phone, saveDraft, { body: { ...draft, text: 'Half a word', baseVersion: body.payload.version } })
    versions.push(await readVersion())
    await make(phone, discardDraft, { params: { draftId: draft.clientMessageId } })
    versions.push(await readVersion())
    expect(new Set(versions.slice(0, 3)).size).toBe(3)
    expect(versions[3]).toBe(versions[0])
  })

  test('MC-6 nobody is notified of a rolled-back change; many at once are one notification', async () => {
    const one = await client()
    const page = await open(one)
    const start = (await page.next()) as { unreadCount: number }
    const rolledBack = portal.database.transaction(async (tx) => {
      await sql`update message set read_at = now() where member_id = ${selectMember('MEMBER01')} and read_at is null`.execute(
        tx,
      )
      throw new Error('changed my mind')
    })
    await expect(rolledBack).rejects.toThrow('changed my mind')
    await page.silent()
    await portal.database.transaction(async (tx) => {
      for (const when of [null, new Date(0)])
        await sql`update message set read_at = ${when} where member_id = ${selectMember('MEMBER01')}`.execute(tx)
    })
    expect(await page.next()).toMatchObject({ unreadCount: 0 })
    await page.silent()
    expect(start.unreadCount).toBeGreaterThan(0)
    await sql`update message set read_at = null where member_id = ${selectMember('MEMBER01')} and incoming`.execute(
      portal.database.read,
    )
  })

  test('SO-4 the stream ends with the session: by sign-out on another device, and when it ran out, without a word more', async () => {
    const [one, expiring] = [await client(), await client()]
    const [page, late] = [await open(one), await open(expiring)]
    await page.next()
    await late.next()
    await one.copy().send('DELETE', '/rbsmbl/x-services/userauth/v1/login')
    expect(await page.next()).toBe('end')
    expect((await openEvents(one, mailEvents.path)).status).toBe(401)

    await sql`update session set last_seen_at = now() - interval '1 day' where ended_at is null`.execute(
      portal.database.read,
    )
    await receive('MEMBER01')
    expect(await late.next()).toBe('end')
  })

  test('SE-4 an open stream is no sign of activity, nor is any call that the page says it makes of itself', async () => {
    const one = await client()
    const aged = new Date(Date.now() - 600_000)
    const age = () =>
      sql`update session set last_seen_at = ${aged} where ended_at is null`.execute(portal.database.read)
    const lastSeen = async () => {
      const rows = await portal.database.read
        .selectFrom('session')
        .select('last_seen_at')
        .where('ended_at', 'is', null)
        .where('last_seen_at', '>=', aged)
        .orderBy('last_seen_at', 'desc')
        .execute()
      return rows[0]?.last_seen_at
    }
    await age()
    const page = await open(one)
    await page.next()
    await make(one, mailEvents, {})
    await make(one, listMessages, {}, { 'x-background': '1' })
    expect(await lastSeen()).toEqual(aged)
    await make(one, listMessages, {})
    await expect.poll(lastSeen).not.toEqual(aged)
  })

  test.runIf(onPostgres)(
    'MC-6 what changed while the listening connection was broken is told when it is back',
    async () => {
      const page = await open(await client())
      await page.next()
      await sql`select pg_terminate_backend(pid) from pg_stat_activity
      where application_name = 'portico listener' and datname = current_database()`.execute(portal.database.read)
      const messageId = await receive('MEMBER01')
      const readNext = async () => ((await page.next()) as { newestMessageId: string }).newestMessageId
      expect(await readNext()).toBe(messageId)
      const next = await receive('MEMBER01')
      expect(await readNext()).toBe(next)
    },
  )

  test('MC-6 streams per person and per instance are limited; a refused page learns when to come again, and polls instead', async () => {
    const one = await client()
    const streams = await Promise.all(Array.from({ length: 20 }, () => open(one)))
    const refused = streams.filter(({ status }) => status !== 200)
    expect(refused.map(({ status }) => status)).toContain(429)
    expect(refused[0]?.headers['retry-after']).toBe('30')
    const others = await client('MEMBER02')
    const more = await Promise.all(Array.from({ length: 15 }, () => open(others)))
    expect(more.map(({ status }) => status)).toContain(503)
    expect((await make(others, mailEvents, {})).status).toBe(200)
    for (const events of [...streams, ...more]) events.leave()
    await expect
      .poll(async () => {
        const again = await open(one)
        again.leave()
        return again.status
      })
      .toBe(200)
  })
})

test('MC-6 open streams do not keep a server from closing', async () => {
  // Longer than this test may last.
  const other = await startPortal({ SHUTDOWN_GRACE_MS: '600000' })
  const page = await openEvents(await memberClient(other.origin, 'MEMBER01'), mailEvents.path)
  await page.next()
  await other.close()
  expect(await page.next()).toBe('end')
})

test('MC-6 a call that is not a stream answers as usual even if events are requested', async () => {
  const answer = await make(await client(), listMessages, {}, { accept: 'text/event-stream' })
  expect([answer.status, listErrorCodes(answer)]).toEqual([200, []])
})
