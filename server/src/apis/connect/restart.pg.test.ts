import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addApp, agree, authorizeAddress, begin, redirectUri, verifier } from '../../../test/apps.ts'
import { type Client, signInClient } from '../../../test/client.ts'
import { eventually } from '../../../test/eventually.ts'
import { testPortal } from '../../../test/portal.ts'

// Short, for calls that wait in vain.
const portal = testPortal({ DATABASE_OUTAGE_WAIT_MS: '300' })
let member: Client
/** Connections outside the portal's pool. */
let operator: pg.Client
let locker: pg.Client
beforeAll(async () => {
  member = await signInClient(portal.origin, 'MEMBER01')
  await addApp(portal.database, 'app')
  ;[operator, locker] = [1, 2].map(
    () => new pg.Client({ connectionString: portal.environment.DATABASE_URL ?? '' }),
  ) as [pg.Client, pg.Client]
  await Promise.all([operator.connect(), locker.connect()])
})
afterAll(() => Promise.all([operator?.end(), locker?.end()]))

const ofPortal = `datname = current_database() and application_name = 'portico'`
/** Ends all of the portal's connections, as a database restart does. */
async function restart(): Promise<number> {
  const { rows } = await operator.query(
    `select pg_terminate_backend(pid) from pg_stat_activity where ${ofPortal} and pid <> pg_backend_pid()`,
  )
  return rows.length
}

/** Restarts the database while work waits to write to a table. */
async function restartWithin<T>(table: string, work: () => Promise<T>): Promise<T> {
  await locker.query('begin')
  try {
    await locker.query(`lock table ${table} in access exclusive mode`)
    const working = work()
    const isWaiting = `select from pg_stat_activity where ${ofPortal} and wait_event_type = 'Lock'`
    await expect.poll(async () => (await operator.query(isWaiting)).rows.length).toBeGreaterThan(0)
    await restart()
    await locker.query('commit')
    return await working
  } finally {
    await locker.query('rollback')
  }
}

interface Answer {
  readonly status: number
  readonly body: Readonly<Record<string, string>>
  readonly retryAfter: string | null
}

async function ask(form: Readonly<Record<string, string>>): Promise<Answer> {
  const body = new URLSearchParams({ client_id: 'app', ...form })
  const answer = await fetch(`${portal.origin}/connect/hmbcbs/token`, { method: 'POST', body })
  return {
    status: answer.status,
    body: (await answer.json()) as Answer['body'],
    retryAfter: answer.headers.get('retry-after'),
  }
}
const trade = (code: string) =>
  ask({ grant_type: 'authorization_code', code, redirect_uri: redirectUri, code_verifier: verifier })
const refresh = (token = '') => ask({ grant_type: 'refresh_token', refresh_token: token })
const toCode = (back: URL) => back.searchParams.get('code') ?? ''
const beginAgain = () => begin(member, authorizeAddress(portal.origin, 'app'))
const read = async (token = '') =>
  (await fetch(`${portal.origin}/fhir/hmbcbs/r4/Patient`, { headers: { authorization: `Bearer ${token}` } })).status

const listGrants = () =>
  eventually(() =>
    portal.database.read.selectFrom('app_grant').select(['grant_id', 'ended_reason']).orderBy('grant_id').execute(),
  )
const comeAgain = { status: 503, body: { error: 'temporarily_unavailable' }, retryAfter: '2' }
/** Retries while the answer asks for it, because broken connections are noticed only on use. */
const insist = (work: () => Promise<Answer>) =>
  eventually(async () => {
    const answer = await work()
    expect(answer.status).not.toBe(503)
    return answer
  })
const insistOnCode = async () => {
  const requestId = await eventually(async () => {
    const id = await beginAgain()
    expect(id).not.toBe('')
    return id
  })
  return toCode(await eventually(() => agree(member, requestId)))
}
const expectRead = (token: string | undefined) => eventually(async () => expect(await read(token)).toBe(200))

test('OS-31 OP-2 restarted between any two steps of an authorization, the database loses nothing of it', async () => {
  const requestId = await beginAgain()
  expect(await restart()).toBeGreaterThan(0)
  const back = await eventually(() => agree(member, requestId))
  await restart()
  const { status, body } = await insist(() => trade(toCode(back)))
  expect(status).toBe(200)
  await restart()
  await expectRead(body.access_token)
  await restart()
  const again = await insist(() => refresh(body.refresh_token))
  expect(again.status).toBe(200)
  await restart()
  await expectRead(again.body.access_token)
  expect(await listGrants()).toEqual([expect.objectContaining({ ended_reason: null })])
})

test('OS-31 OP-2 restarted while a consent is stored, it is stored completely or not at all, and agreeing again continues', async () => {
  const before = await listGrants()
  for (const table of ['app_grant', 'audit_event']) {
    const requestId = await beginAgain()
    // The call may have retried it, or refuses it for now.
    const first = await restartWithin(table, () => agree(member, requestId).catch(() => null))
    const back = first ?? (await eventually(() => agree(member, requestId)))
    const { body } = await insist(() => trade(toCode(back)))
    await expectRead(body.access_token)
  }
  expect(await listGrants()).toEqual(before)
})

test.each(['app_grant', 'app_token'])(
  'OS-31 OP-2 restarted while tokens are issued (%s), the same code or refresh token gets them again, once',
  async (table) => {
    const before = await listGrants()
    const code = await insistOnCode()
    expect(await restartWithin(table, () => trade(code))).toEqual(comeAgain)
    const { status, body } = await insist(() => trade(code))
    expect(status).toBe(200)
    await expectRead(body.access_token)

    expect(await restartWithin(table, () => refresh(body.refresh_token))).toEqual(comeAgain)
    const again = await insist(() => refresh(body.refresh_token))
    expect(again.status).toBe(200)
    await expectRead(again.body.access_token)
    await expectRead(body.access_token)
    expect(await listGrants()).toEqual(before)
  },
)
