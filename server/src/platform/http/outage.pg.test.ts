import { randomUUID } from 'node:crypto'
import { calls } from '@portico/contract/calls'
import { overview } from '@portico/contract/calls/member'
import pg from 'pg'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { make } from '../../../test/call.ts'
import { type Answer, Client, listErrorCodes, memberClient } from '../../../test/client.ts'
import { testPortal } from '../../../test/portal.ts'

// Short, for calls that wait in vain, but longer than a test's work in between.
const portal = testPortal({ DATABASE_OUTAGE_WAIT_MS: '3000' })

/** A connection outside the portal's pool. */
let operator: pg.Client
beforeEach(async () => {
  operator = new pg.Client({ connectionString: portal.environment.DATABASE_URL ?? '' })
  await operator.connect()
})
afterEach(() => operator.end())

const summarize = (answer: Answer) => [answer.status, listErrorCodes(answer), answer.headers.get('retry-after')]
const rating = { params: { storeID: '10151' as const }, body: { ratingInfo: [{ storeId: '10151', brand: 'hmbcbs' }] } }
const comeAgain = [503, ['UNAVAILABLE'], '2']

const ofPortal = `datname = current_database() and application_name = 'portico' and pid <> pg_backend_pid()`
const countWaiting = async () =>
  (await operator.query(`select from pg_stat_activity where ${ofPortal} and wait_event_type = 'Lock'`)).rows.length

/** Makes a call whose transaction waits to write its event, and kills its connection at that point. */
async function endWithin(send: () => Promise<Answer>): Promise<Answer> {
  const locker = new pg.Client({ connectionString: portal.environment.DATABASE_URL ?? '' })
  await locker.connect()
  try {
    await locker.query('begin')
    await locker.query('lock table audit_event in access exclusive mode')
    const answering = send()
    await expect.poll(countWaiting).toBeGreaterThan(0)
    await operator.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where ${ofPortal} and wait_event_type = 'Lock'`,
    )
    await locker.query('commit')
    return await answering
  } finally {
    await locker.end()
  }
}

describe('OP-2 a lost primary', () => {
  test('OP-2 within a read’s transaction: the read is repeated over another connection', async () => {
    const client = await memberClient(portal.origin, 'MEMBER01')
    expect((await endWithin(() => make(client, overview, {}))).status).toBe(200)
  })

  test('OP-2 within the transaction of a change with a key: the change is repeated, and made once', async () => {
    const client = await memberClient(portal.origin, 'MEMBERND')
    const countSent = async () =>
      (await make(client, calls.listMessages, { query: { folder: 'sent' } })).body.payload.total
    const before = await countSent()
    const topic = { categoryId: 'other', subCategoryId: 'question', subject: 'Kept' } as const
    const body = { clientMessageId: randomUUID(), text: 'Sent as the database went', ...topic }
    expect((await endWithin(() => make(client, calls.addMessage, { body }))).status).toBe(201)
    expect(await countSent()).toBe(before + 1)
  })

  test.each([
    ['a sign-in', async () => () => new Client(portal.origin).signIn('MEMBER02')],
    [
      'a change',
      () => memberClient(portal.origin, 'MEMBER01').then((client) => () => make(client, calls.putRatingInfo, rating)),
    ],
  ])('OP-2 within the transaction of %s: the call asks for a retry soon, which succeeds', async (_, ready) => {
    const send = await ready()
    expect(summarize(await endWithin(send))).toEqual(comeAgain)
    expect((await send()).status).toBeLessThan(500)
  })
})

describe('OP-2 a read-only server', () => {
  const setReadOnly = async (isReadOnly: boolean) => {
    const { rows } = await operator.query('select current_database() as name')
    await operator.query(
      `alter database ${rows[0].name} set default_transaction_read_only = ${isReadOnly ? 'on' : 'off'}`,
    )
  }

  test('OP-2 is not ready, asks for a retry, and is left for a writable one', async () => {
    const client = await memberClient(portal.origin, 'MEMBER01')
    expect((await client.get('/health/ready')).status).toBe(200)
    await setReadOnly(true)
    await operator.query(`select pg_terminate_backend(pid) from pg_stat_activity where ${ofPortal}`)
    await expect.poll(async () => (await client.get('/health/ready')).status).toBe(503)
    expect((await client.get('/health/live')).status).toBe(200)
    expect(summarize(await client.copy().signIn('MEMBER02'))).toEqual(comeAgain)
    expect(summarize(await make(client, overview, {}))).toEqual(comeAgain)
    // New connections, which can write, replace the old ones.
    await setReadOnly(false)
    await expect.poll(async () => (await client.get('/health/ready')).status).toBe(200)
    await expect.poll(async () => (await client.copy().signIn('MEMBER02')).status).toBe(200)
    expect((await make(client, overview, {})).status).toBe(200)
  })
})
