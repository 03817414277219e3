import { randomUUID } from 'node:crypto'
import { calls } from '@portico/contract/calls'
import { startSimulationBeside } from '@portico/contract/calls/simulation'
import { expect, test } from 'vitest'
import { readByLogin } from '../../../test/accounts.ts'
import { make } from '../../../test/call.ts'
import { Client, listErrorCodes, memberClient } from '../../../test/client.ts'
import { readCookies } from '../../../test/cookies.ts'
import { testPortal } from '../../../test/portal.ts'
import { eventsWith, listEvents } from '../../../test/rows.ts'
import { hashSecret } from '../tokens/secrets.ts'
import { endOverdueSimulations } from './overdue-simulations.ts'
import { createSessions } from './sessions.ts'

const why = { reason: 'To answer the message', ticket: 'T-1001' }
const html = { accept: 'text/html' }

const portal = testPortal()

/** A browser at one host, whose cookies another host does not see. */
function browserAt(host: string): Client {
  const client = new Client(portal.origin)
  client.host = `${host}.hmbcbs.localhost`
  return client
}

async function desk(): Promise<Client> {
  const client = browserAt('staff')
  expect((await client.signIn('CSRREP01')).status).toBe(200)
  await client.takeToken()
  return client
}

const start = (client: Client, logonID = 'MEMBER01', headers: Record<string, string> = {}) =>
  make(client, startSimulationBeside, { params: { storeID: '10151', logonID }, body: why }, headers)

async function ticketFor(client: Client, logonID?: string): Promise<string> {
  const { status, body } = await start(client, logonID)
  expect(status).toBe(200)
  return body.payload.address?.split('#')[1] ?? ''
}

const take = (client: Client, ticket: unknown, headers: Record<string, string> = {}) =>
  client.send('POST', '/acting', { raw: JSON.stringify({ ticket }), headers })

async function actBeside(client: Client, logonID?: string): Promise<Client> {
  const tab = browserAt('secure')
  expect((await take(tab, await ticketFor(client, logonID))).status).toBe(204)
  await tab.takeToken()
  return tab
}

async function whoIs(client: Client): Promise<string | number> {
  const answer = await make(client, calls.getUserInfo, {})
  return answer.status === 200 ? answer.body.payload.logonId : answer.status
}

const findSession = (client: Client) =>
  portal.database.read
    .selectFrom('session')
    .selectAll()
    .where('token_hash', '=', hashSecret(client.cookies.get('LtpaToken2') ?? ''))
    .executeTakeFirstOrThrow()

const findEnd = async (tab: Client) => {
  const { session_id } = await findSession(tab)
  return eventsWith(portal.database, { action: 'simulation.end', session_id })
}

test('CS-1 MC-6 the acting tab stands beside the desk, each as itself, and neither replaces the other', async () => {
  const own = await desk()
  const before = new Map(own.cookies)
  const answer = await start(own)
  expect(answer.body.payload.address).toMatch(/^http:\/\/secure\.hmbcbs\.localhost\/acting#[\w-]{43}$/)
  // The desk gets no other cookies, so nothing typed there is lost.
  expect(readCookies(answer)).toEqual({})
  const tab = browserAt('secure')
  const taken = await take(tab, answer.body.payload.address?.split('#')[1])
  expect(taken.status).toBe(204)
  expect(readCookies(taken).LtpaToken2?.attributes).toHaveProperty('httponly')
  expect(tab.cookies.has('HMCSRProxyToken')).toBe(false)
  expect(own.cookies).toEqual(before)
  for (const _ of [1, 2]) {
    expect([await whoIs(own), await whoIs(tab)]).toEqual(['CSRREP01', 'MEMBER01'])
    expect([(await own.takeToken()).status, (await tab.takeToken()).status]).toEqual([200, 200])
    for (const one of [own, tab]) expect((await make(one, calls.validateSession, {})).status).toBe(200)
  }
  // Both pages may be reloaded.
  expect(String((await tab.get('/', { headers: html })).body.payload)).toMatch(/"by":"CSRREP01".*"isBeside":true/)
  expect(String((await own.get('/', { headers: html })).body.payload)).toContain('"simulation":null')
})

test('CS-1 the log and the member see who acted, for whom and why, as always', async () => {
  const own = await desk()
  const answer = await start(own, 'MEMBER02')
  expect(await listEvents(portal.database, answer)).toMatchObject([
    { action: 'simulation.start', actor_login_id: 'CSRREP01', as_login_id: 'MEMBER02', outcome: 'done' },
  ])
  const tab = browserAt('secure')
  await take(tab, answer.body.payload.address?.split('#')[1])
  await tab.takeToken()
  expect(await findSession(tab)).toMatchObject({ method: 'simulation', ...why, actor_return_hash: null })
  expect(await listEvents(portal.database, await make(tab, calls.listMessages, {}))).toMatchObject([
    { action: 'messages.list', actor_login_id: 'CSRREP01', as_login_id: 'MEMBER02' },
  ])
})

test('CS-1 RO-4 the tab makes no staff calls, the desk none as the member, by cookie or token', async () => {
  const own = await desk()
  const tab = await actBeside(own)
  for (const call of [calls.workspaceQueues, calls.cannedReplies]) {
    expect((await make(own, call, {})).status).toBe(200)
    expect((await make(tab, call, {})).status).toBe(403)
  }
  expect((await make(tab, calls.listMessages, {})).status).toBe(200)
  expect((await make(own, calls.listMessages, {})).status).toBe(403)
  // A token does not work with another session's cookie.
  const mixed = tab.copy()
  mixed.bearer = own.bearer
  expect((await make(mixed, calls.listMessages, {})).status).toBe(403)
  // Changes that a rep may not make stay blocked.
  const refused = await make(tab, calls.updatePerson, { params: { storeID: '10151' }, body: {} })
  expect([refused.status, listErrorCodes(refused)]).toEqual([403, ['SIMULATION-BLOCKED']])
  expect((await start(tab, 'MEMBER02')).status).toBe(403)
})

test('CS-1 ending it in its tab ends only the acting', async () => {
  const own = await desk()
  const tab = await actBeside(own)
  const during = tab.copy()
  const answer = await make(tab, calls.logout, {})
  expect(answer.body.payload.logoutInfo).toEqual({ nextAction: 'default', redirectionUrl: null })
  expect(tab.cookies.has('LtpaToken2')).toBe(false)
  expect([await whoIs(during), await whoIs(own)]).toEqual([401, 'CSRREP01'])
  expect((await during.takeToken()).status).toBe(400)
  expect(await listEvents(portal.database, answer)).toMatchObject([
    { action: 'simulation.end', actor_login_id: 'CSRREP01', as_login_id: 'MEMBER01' },
  ])
  expect((await own.takeToken()).status).toBe(200)
})

test.each([{}, { query: { cause: 'inactivity' } }] as const)(
  'CS-1 SO-2 signing out at the desk ends both: %j',
  async (how) => {
    const own = await desk()
    const tab = await actBeside(own)
    await make(own, calls.logout, how)
    expect([await whoIs(own), await whoIs(tab)]).toEqual([401, 401])
    expect((await make(tab, calls.listMessages, {})).status).toBe(401)
    expect((await tab.copy().takeToken()).status).toBe(400)
    expect(await findEnd(tab)).toMatchObject([{ actor_login_id: 'CSRREP01', as_login_id: 'MEMBER01' }])
  },
)

test('CS-1 OP-7 a desk session that ended another way leaves the end of the acting in the log, too', async () => {
  const own = await desk()
  const tab = await actBeside(own)
  const { session_id } = await findSession(own)
  const { database } = portal
  const over = { ended_at: new Date(), ended_reason: 'ended-by-staff' } as const
  await database.read.updateTable('session').set(over).where('session_id', '=', session_id).execute()
  expect(await whoIs(tab)).toBe(401)
  await endOverdueSimulations(database, createSessions(database, { idleS: 1200, maxS: 3600 }), new Date())
  expect(await findEnd(tab)).toMatchObject([{ as_login_id: 'MEMBER01', address: 'time-out' }])
})

test('CS-1 when its time is over the tab is signed out, and the desk is not', async () => {
  const own = await desk()
  const tab = await actBeside(own)
  const { session_id, expires_at, created_at } = await findSession(tab)
  expect(expires_at.getTime() - created_at.getTime()).toBeLessThanOrEqual(30 * 60_000)
  await portal.database.read
    .updateTable('session')
    .set({ expires_at: new Date(Date.now() - 1000) })
    .where('session_id', '=', session_id)
    .execute()
  expect([await whoIs(tab), await whoIs(own)]).toEqual([401, 'CSRREP01'])
  const page = await tab.get('/', { headers: html })
  expect(String(page.body.payload)).toContain('"session":null')
})

test('CS-1 SE-4 activity in the tab keeps the desk alive', async () => {
  const own = await desk()
  const tab = await actBeside(own)
  const ids = [(await findSession(own)).session_id, (await findSession(tab)).session_id]
  const idle = new Date(Date.now() - 10 * 60_000)
  await portal.database.read.updateTable('session').set({ last_seen_at: idle }).where('session_id', 'in', ids).execute()
  await whoIs(tab)
  await expect.poll(async () => (await findSession(own)).last_seen_at.getTime()).toBeGreaterThan(idle.getTime())
})

test('CS-1 a second acting session ends the first', async () => {
  const own = await desk()
  const other = await desk()
  const first = await actBeside(own)
  const others = await actBeside(other, 'MEMBER02')
  const second = await actBeside(own, 'MEMBER02')
  expect([await whoIs(first), await whoIs(second), await whoIs(own)]).toEqual([401, 'MEMBER02', 'CSRREP01'])
  expect(await findEnd(first)).toHaveLength(1)
  // Another desk's sessions are not affected.
  expect(await whoIs(others)).toBe('MEMBER02')
})

test('CS-1 SI-14 a ticket works once, for a minute, and only from the page that takes it', async () => {
  const own = await desk()
  const used = await ticketFor(own)
  expect((await take(browserAt('secure'), used)).status).toBe(204)
  expect((await take(browserAt('secure'), used)).status).toBe(404)
  for (const wrong of ['', 'A'.repeat(43), "' or 1=1 --"])
    expect((await take(browserAt('secure'), wrong)).status).toBe(404)
  for (const odd of [null, 7, {}, undefined]) expect((await take(browserAt('secure'), odd)).status).toBe(403)

  const fresh = await ticketFor(own)
  for (const origin of ['https://evil.example', 'null', '']) {
    const refused = await take(browserAt('secure'), fresh, { origin })
    expect([refused.status, readCookies(refused)]).toEqual([403, {}])
  }
  await portal.database.read
    .updateTable('session')
    .set({ created_at: new Date(Date.now() - 61_000) })
    .where('hand_over_hash', '=', hashSecret(fresh))
    .execute()
  expect((await take(browserAt('secure'), fresh)).status).toBe(404)

  const late = await ticketFor(own)
  await make(own, calls.logout, {})
  expect((await take(browserAt('secure'), late)).status).toBe(404)
})

test('CS-1 of two that take a ticket at once, one gets it', async () => {
  const ticket = await ticketFor(await desk())
  const answers = await Promise.all([1, 2].map(() => take(browserAt('secure'), ticket)))
  expect(answers.map(({ status }) => status).sort()).toEqual([204, 404])
})

test('CS-1 no ticket works as a session’s cookie, and none of the session’s secrets is stored', async () => {
  const own = await desk()
  const ticket = await ticketFor(own)
  for (const name of ['LtpaToken2', 'HMCSRProxyToken', 'oAuthToken']) {
    const client = browserAt('secure')
    client.cookies.set(name, ticket)
    expect(await whoIs(client)).toBe(401)
    expect((await client.takeToken()).status).toBe(400)
    await client.get('/', { headers: html })
    expect(client.cookies.has('LtpaToken2') && (await whoIs(client)) !== 401).toBe(false)
  }
  const rows = JSON.stringify(await portal.database.read.selectFrom('session').selectAll().execute())
  expect(rows).not.toContain(ticket)
})

test('CS-1 SI-14 whoever is signed in at the members’ host stays signed in, and the acting ends', async () => {
  const own = await desk()
  const member = browserAt('secure')
  await member.signIn('MEMBER02')
  const answer = await take(member, await ticketFor(own))
  expect([answer.status, readCookies(answer)]).toEqual([409, {}])
  expect(await whoIs(member)).toBe('MEMBER02')
  expect(await listEvents(portal.database, answer)).toMatchObject([{ action: 'simulation.end' }])
})

test.each(['AGENT001', 'CSRREP01', 'MEMBERND', 'NOBODY99'])(
  'CS-1 RO-4 the same people as elsewhere may not be acted for: %s',
  async (login) => {
    const own = await desk()
    const answer = await start(own, login)
    expect([403, 404]).toContain(answer.status)
    expect(await listEvents(portal.database, answer)).toMatchObject([{ outcome: 'refused' }])
  },
)

test('CS-1 RO-4 it requires the right to act, and the page of one’s own session', async () => {
  const internal = browserAt('staff')
  await internal.signIn('INTERNAL1')
  expect(listErrorCodes(await start(internal))).toEqual(['SIMULATION-PROHIBITED'])
  const own = await desk()
  expect(listErrorCodes(await start(own, 'MEMBER01', { obssocookie: 'A'.repeat(43) }))).toEqual([
    'SIMULATION-PROHIBITED',
  ])
})

test('CS-1 where staff and members share a host, nothing starts', async () => {
  const client = new Client(portal.origin)
  await client.signIn('CSRREP01')
  const answer = await start(client)
  expect(answer.body.payload).toEqual({ address: null })
  expect(await listEvents(portal.database, answer)).toEqual([])
})

test('MC-6 CS-1 the desk gets a member’s login ID only for those who may act', async () => {
  const own = await desk()
  const topic = { categoryId: 'claims', subCategoryId: 'claim-status', subject: 'A question' }
  const member = await memberClient(portal.origin, 'MEMBER01')
  const body = { clientMessageId: randomUUID(), text: 'How is my claim?', ...topic }
  const { threadId } = (await make(member, calls.addMessage, { body })).body.payload
  const readLogin = async () =>
    (await make(own, calls.workspaceThread, { params: { threadId } })).body.payload.member.loginId
  expect(await readLogin()).toBe('MEMBER01')
  const { database } = portal
  const rep = database.read.updateTable('account').where('login_id', '=', 'CSRREP01')
  const { entitlements } = await readByLogin(database.read, 'CSRREP01')
  await rep.set({ entitlements: JSON.stringify(entitlements.filter((one) => one !== 'simulate')) }).execute()
  expect(await readLogin()).toBeNull()
  await rep.set({ entitlements: JSON.stringify(entitlements) }).execute()
})
