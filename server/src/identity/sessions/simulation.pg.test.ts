import { randomUUID } from 'node:crypto'
import { calls } from '@portico/contract/calls'
import { startSimulation } from '@portico/contract/calls/simulation'
import { SIMULATION_MS } from '@portico/rules/session/timing'
import { describe, expect, test } from 'vitest'
import { make } from '../../../test/call.ts'
import { Client, listErrorCodes, memberClient } from '../../../test/client.ts'
import { readCookies } from '../../../test/cookies.ts'
import { testPortal } from '../../../test/portal.ts'
import { digestRows, eventsWith, listEvents } from '../../../test/rows.ts'
import { everyCall, type Records } from '../../../test/samples.ts'
import { hashSecret } from '../tokens/secrets.ts'
import { endOverdueSimulations } from './overdue-simulations.ts'
import { createSessions } from './sessions.ts'
import { createSimulations } from './simulation.ts'

const why = { reason: 'Asked for help with a claim', ticket: 'T-1001' }
const html = { accept: 'text/html' }
/** Ids that match no record, for any call: a change is refused before records are looked up. */
const anyRecords = new Proxy({}, { get: () => randomUUID() }) as Records

const portal = testPortal()

const start = (
  client: Client,
  logonID = 'MEMBER01',
  more: { body?: typeof why; headers?: Record<string, string> } = {},
) => make(client, startSimulation, { params: { storeID: '10151', logonID }, body: more.body ?? why }, more.headers)

async function rep(): Promise<Client> {
  const client = new Client(portal.origin)
  expect((await client.signIn('CSRREP01')).status).toBe(200)
  return client
}

async function simulate(logonId = 'MEMBER01'): Promise<{ readonly own: Client; readonly client: Client }> {
  const client = await rep()
  const own = client.copy()
  expect((await start(client, logonId)).status).toBe(200)
  return { own, client }
}

async function whoIs(client: Client): Promise<string | number> {
  const answer = await make(client, calls.getUserInfo, {})
  return answer.status === 200 ? answer.body.payload.logonId : answer.status
}

function findSession(client: Client) {
  return portal.database.read
    .selectFrom('session')
    .selectAll()
    .where('token_hash', '=', hashSecret(client.cookies.get('LtpaToken2') ?? ''))
    .executeTakeFirstOrThrow()
}

/** Makes a browser's simulation expire. */
async function runOut(client: Client) {
  const { session_id } = await findSession(client)
  await portal.database.read
    .updateTable('session')
    .set({ expires_at: new Date(Date.now() - 1000) })
    .where('session_id', '=', session_id)
    .execute()
}

describe('CS-1 start', () => {
  test('CS-1 SI-14 opens a session of the member under the name of both, for thirty minutes at most', async () => {
    const client = await rep()
    const before = client.copy()
    const answer = await start(client)
    expect(answer.status).toBe(200)
    expect(answer.body.payload).toMatchObject({
      HMCSRProxyToken: expect.stringMatching(/^[\w-]{43}$/),
      contextAttribute: expect.arrayContaining([
        { attributeName: 'UserRole', attributeValue: [{ storeId: '10151', value: ['MEMBER'] }] },
      ]),
    })
    expect(await whoIs(client)).toBe('MEMBER01')
    const session = await findSession(client)
    expect(session).toMatchObject({
      method: 'simulation',
      login_id: 'MEMBER01',
      actor_login_id: 'CSRREP01',
      password_due: false,
      ...why,
    })
    const lasts = session.expires_at.getTime() - session.created_at.getTime()
    expect(lasts).toBe(SIMULATION_MS)
    for (const name of ['LtpaToken2', 'ObSSOCookie', 'oAuthToken']) {
      expect(client.cookies.get(name)).not.toBe(before.cookies.get(name))
    }
    const { HMCSRProxyToken, LtpaToken2 } = readCookies(answer)
    expect(HMCSRProxyToken?.attributes).toHaveProperty('httponly')
    expect(LtpaToken2?.attributes).toHaveProperty('httponly')
    // The page learns the token, but not the secret that leads back.
    expect(JSON.stringify(answer.body)).not.toContain(HMCSRProxyToken?.value)
  })

  test('CS-1 the rep’s earlier cookies and tokens stop working', async () => {
    const client = await rep()
    await client.takeToken()
    const before = client.copy()
    await start(client)
    expect(await whoIs(before)).toBe(401)
    expect((await before.copy().takeToken()).status).toBe(400)
  })

  test('CS-1 Bearer calls work without a password, for the member and under both names', async () => {
    const { client } = await simulate()
    expect((await client.takeToken()).status).toBe(200)
    const answer = await make(client, calls.listMessages, {})
    expect(answer.status).toBe(200)
    expect(await listEvents(portal.database, answer)).toMatchObject([
      { action: 'messages.list', actor_login_id: 'CSRREP01', as_login_id: 'MEMBER01' },
    ])
  })

  test.each(['PROSPECT1', 'member02', 'MEMBERDE', 'FORCED01'])('CS-1 %s can be simulated', async (login) => {
    const { client } = await simulate(login)
    expect(await whoIs(client)).toBe(login.toUpperCase())
  })

  test.each(['INTERNAL1', 'CSRREP01', 'AGENT001', 'AGENCYADM', 'EMPLOYEE1', 'NORECORD1', 'CHIP14OV'])(
    'CS-1 ER-12 nobody can simulate %s',
    async (login) => {
      const client = await rep()
      const answer = await start(client, login)
      expect([answer.status, listErrorCodes(answer)]).toEqual([403, ['SIMULATION-PROHIBITED']])
      expect(await whoIs(client)).toBe('CSRREP01')
      expect(await listEvents(portal.database, answer)).toMatchObject([
        { action: 'simulation.start SIMULATION-PROHIBITED', outcome: 'refused', actor_login_id: 'CSRREP01' },
      ])
    },
  )

  test('CS-1 ER-12 staff without the entitlement get the same answer for everybody, even for unknown login IDs', async () => {
    const client = new Client(portal.origin)
    await client.signIn('INTERNAL1')
    for (const login of ['MEMBER01', 'NOBODY99', 'INTERNAL1']) {
      const answer = await start(client, login)
      expect([login, answer.status, listErrorCodes(answer)]).toEqual([login, 403, ['SIMULATION-PROHIBITED']])
    }
  })

  test('CS-1 only those with the entitlement learn that a login ID is unknown', async () => {
    const answer = await start(await rep(), 'NOBODY99')
    expect([answer.status, listErrorCodes(answer)]).toEqual([404, ['NOT-FOUND']])
  })

  test('CS-1 RO-4 a person of a brand that the rep does not work for is answered like an unknown one, and the attempt is recorded', async () => {
    const client = await rep()
    for (const login of ['MEMBERND', 'CONFLICT1']) {
      const answer = await start(client, login)
      expect([login, answer.status, listErrorCodes(answer)]).toEqual([login, 404, ['NOT-FOUND']])
      expect(await listEvents(portal.database, answer)).toMatchObject([
        { action: 'simulation.start NOT-FOUND', outcome: 'refused' },
      ])
    }
    expect(await whoIs(client)).toBe('CSRREP01')
  })

  test('CS-1 members and agents cannot simulate anybody', async () => {
    for (const login of ['MEMBER01', 'AGENT001', 'PROSPECT1']) {
      const client = new Client(portal.origin)
      await client.signIn(login)
      const answer = await start(client, 'MEMBER02')
      expect([login, answer.status, listErrorCodes(answer)]).toEqual([login, 403, ['WRONG-ROLE']])
    }
  })

  test('CS-1 no simulation starts from another', async () => {
    const { client } = await simulate()
    expect((await start(client, 'MEMBER02')).status).toBe(403)
    expect(await whoIs(client)).toBe('MEMBER01')
  })

  test('CS-1 the header ObSSOCookie must belong to the session', async () => {
    const client = await rep()
    const other = await rep()
    for (const obssocookie of ['', 'A'.repeat(43), other.cookies.get('ObSSOCookie') ?? '']) {
      const answer = await start(client, 'MEMBER01', { headers: { obssocookie } })
      expect([answer.status, listErrorCodes(answer)]).toEqual([403, ['SIMULATION-PROHIBITED']])
    }
    expect(await whoIs(client)).toBe('CSRREP01')
  })

  test.each([
    [{ reason: '    ', ticket: 'T-1001' }, ['reason']],
    [{ reason: ' abc ', ticket: 'T-1001' }, ['reason']],
    [{ reason: 'x'.repeat(501), ticket: 'T-1001' }, ['reason']],
    [{ reason: 'Asked for help', ticket: ' T1 ' }, ['ticket']],
    [{ reason: '', ticket: 'T'.repeat(41) }, ['reason', 'ticket']],
  ])('CS-1 reason and ticket are required: %#', async (body, fields) => {
    const client = await rep()
    const answer = await start(client, 'MEMBER01', { body })
    expect(answer.status).toBe(400)
    expect(answer.body.errors?.map(({ field }) => field)).toEqual(fields)
    expect(await whoIs(client)).toBe('CSRREP01')
  })

  test('CS-1 of two concurrent starts one is refused, and the way back still works', async () => {
    const client = await rep()
    const second = client.copy()
    const answers = await Promise.all([start(client, 'MEMBER01'), start(second, 'MEMBER02')])
    const statuses = answers.map(({ status }) => status).sort()
    expect(statuses[0]).toBe(200)
    expect([401, 409]).toContain(statuses[1])
    const winner = answers[0]?.status === 200 ? client : second
    const stopped = await make(winner, calls.logout, {})
    expect(stopped.body.payload.logoutInfo.nextAction).toBe('stopSimulation')
    expect(await whoIs(winner)).toBe('CSRREP01')
  })

  test('CS-1 a start that another has overtaken is refused', async () => {
    const client = await rep()
    const sessionToken = client.cookies.get('LtpaToken2') ?? ''
    const { database } = portal
    const sessions = createSessions(database, { idleS: 1200, maxS: 3600 })
    const simulations = createSimulations({ database, sessions })
    const now = new Date()
    const principal = await sessions.findByToken(sessionToken, now)
    if (principal === null) throw new Error('The rep is signed in.')
    const first = await start(client)
    // The page key could match again by chance; the session's own secret never does.
    const pageKey = 'a page key'
    await database.read
      .updateTable('session')
      .set({ page_key_hash: hashSecret(pageKey) })
      .where('session_id', '=', principal.sessionId)
      .execute()
    const origin = { address: '127.0.0.1', requestId: 'overtaken' }
    const request = { principal, sessionToken, pageKey, loginId: 'MEMBER02', ...why, now, origin, userAgent: 'test' }
    await expect(simulations.start(request)).rejects.toMatchObject({ code: 'CONFLICT' })
    const noted = database.read.selectFrom('audit_event').selectAll().where('request_id', '=', 'overtaken').execute()
    expect(await noted).toMatchObject([{ action: 'simulation.start CONFLICT', outcome: 'refused' }])
    expect(first.status).toBe(200)
    expect(await whoIs(client)).toBe('MEMBER01')
  })

  test('CS-1 no secret of a simulation is stored', async () => {
    const { client } = await simulate()
    const rows = JSON.stringify(await portal.database.read.selectFrom('session').selectAll().execute())
    for (const value of client.cookies.values()) if (value.length >= 43) expect(rows).not.toContain(value)
  })
})

describe('CS-1 while simulating', () => {
  const blocked = everyCall.filter(
    ({ call }) =>
      call.changes &&
      call.audience.by !== 'anyone' &&
      call.audience.roles.includes('MEMBER') &&
      call.whileSimulating !== 'allowed',
  )
  const sensitive = /password|passkey|authenticator|recovery|device|question|email|premium|payment|ebill|readFlag/i

  test('CS-1 only a short list of changes is allowed, none of them sensitive', () => {
    const allowed = everyCall.filter(({ call }) => call.changes && call.whileSimulating === 'allowed')
    const memberCalls = allowed.map(({ name }) => name)
    expect(memberCalls.filter((name) => sensitive.test(name))).toEqual([])
    expect(memberCalls).toEqual(expect.arrayContaining(['logout', 'ltpaLogout', 'addMessage', 'selectGroup']))
    expect(blocked.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['changePassword', 'setReadFlag', 'updateProfile', 'updatePerson']),
    )
  })

  test('CS-1 every other change is refused and changes nothing', async () => {
    const { client } = await simulate('MEMBER02')
    await client.takeToken()
    const before = await digestRows(portal.database)
    for (const { name, call, sample } of blocked) {
      const answer = await make(client, call, sample.right(anyRecords), sample.headers)
      expect([name, answer.status, listErrorCodes(answer)]).toEqual([name, 403, ['SIMULATION-BLOCKED']])
      expect(await listEvents(portal.database, answer)).toMatchObject([
        {
          action: `simulation.blocked ${call.method} ${call.path}`,
          actor_login_id: 'CSRREP01',
          as_login_id: 'MEMBER02',
          outcome: 'refused',
        },
      ])
    }
    const { audit_event: _written, ...after } = await digestRows(portal.database)
    expect(before).toMatchObject(after)
  })

  test('CS-1 the page names who is simulated, by whom, and until when', async () => {
    const { client } = await simulate()
    const page = String((await client.get('/mbr/', { headers: html })).body.payload)
    const { expires_at } = await findSession(client)
    const shown = { by: 'CSRREP01', endsAt: expires_at.toISOString(), scopes: null, ofChild: false, isBeside: false }
    expect(page).toContain(`"simulation":${JSON.stringify(shown)}`)
    expect(page).toContain('"logonId":"MEMBER01"')
    expect(page).toContain('"entitlements":[]')
  })

  test('CS-1 MC-2 reading a message leaves it unread', async () => {
    const { client } = await simulate()
    await client.takeToken()
    const { body } = await make(client, calls.listMessages, {})
    const unread = body.payload.messages.find(({ read }) => !read)
    if (!unread) throw new Error('The demo has an unread message.')
    expect((await make(client, calls.openMessage, { params: { messageId: unread.messageId } })).status).toBe(200)
    const after = await make(client, calls.listMessages, {})
    expect(after.body.payload.unreadCount).toBe(body.payload.unreadCount)
  })

  test('CS-1 a message says honestly who wrote it', async () => {
    const { client } = await simulate('MEMBER02')
    await client.takeToken()
    const sample = everyCall.find(({ name }) => name === 'addMessage')
    const sent = await make(client, calls.addMessage, sample?.sample.right(anyRecords) as never)
    expect(sent.status).toBe(201)
    expect(await listEvents(portal.database, sent)).toMatchObject([
      { action: 'message.send', actor_login_id: 'CSRREP01', as_login_id: 'MEMBER02' },
    ])
    const member = await memberClient(portal.origin, 'MEMBER02')
    const { messageId } = sent.body.payload
    const { body } = await make(member, calls.openMessage, { params: { messageId } })
    const entry = body.payload.thread.find((one) => one.messageId === messageId)
    expect(entry).toMatchObject({ direction: 'from-member', onBehalf: true })
    expect(entry?.from).toMatch(/^Customer Service on behalf of \w+/)
  })

  test('CS-1 the rep’s activity keeps their own session alive, too', async () => {
    const { client } = await simulate()
    const { session_id, actor_session_id } = await findSession(client)
    const quarterOfAnHourAgo = new Date(Date.now() - 15 * 60_000)
    const own = () =>
      portal.database.read
        .selectFrom('session')
        .select('last_seen_at')
        .where('session_id', '=', actor_session_id)
        .executeTakeFirstOrThrow()
    await portal.database.read
      .updateTable('session')
      .set({ last_seen_at: quarterOfAnHourAgo })
      .where('session_id', 'in', [session_id, actor_session_id ?? ''])
      .execute()
    await whoIs(client)
    await expect.poll(async () => (await own()).last_seen_at.getTime()).toBeGreaterThan(quarterOfAnHourAgo.getTime())
  })

  test('CS-1 RO-2 a member does not belong on the producer portal: both sessions end there', async () => {
    const { client } = await simulate()
    const back = client.copy()
    client.host = 'producer.highmark.localhost:8080'
    expect((await client.get('/', { headers: html })).status).toBe(302)
    expect(client.cookies.has('HMCSRProxyToken')).toBe(false)
    expect(await whoIs(back)).toBe(401)
    expect(String((await back.get('/', { headers: html })).body.payload)).toContain('"session":null')
  })
})

describe('CS-1 SO-3 the end', () => {
  test('CS-1 SO-3 stopping leads back to the rep, who can start again', async () => {
    const { client } = await simulate()
    await client.takeToken()
    const during = client.copy()
    const answer = await make(client, calls.logout, {})
    expect(answer.body.payload).toEqual({ logoutInfo: { nextAction: 'stopSimulation', redirectionUrl: null } })
    expect(await whoIs(client)).toBe('CSRREP01')
    expect(client.cookies.has('HMCSRProxyToken')).toBe(false)
    expect(client.cookies.get('LtpaToken2')).not.toBe(during.cookies.get('LtpaToken2'))
    expect((await client.takeToken()).status).toBe(200)
    expect(await whoIs(during)).toBe(401)
    expect((await make(during, calls.listMessages, {})).status).toBe(401)
    expect(await listEvents(portal.database, answer)).toMatchObject([
      { action: 'simulation.end', actor_login_id: 'CSRREP01', as_login_id: 'MEMBER01', outcome: 'done' },
    ])
    expect((await start(client, 'MEMBER02')).status).toBe(200)
    expect(await whoIs(client)).toBe('MEMBER02')
  })

  test('CS-1 stopping without the way back ends both sessions', async () => {
    const { client } = await simulate()
    const copy = client.copy()
    client.cookies.delete('HMCSRProxyToken')
    const answer = await make(client, calls.logout, {})
    expect(answer.body.payload.logoutInfo.nextAction).toBe('default')
    expect(await whoIs(copy)).toBe(401)
    expect(String((await copy.get('/', { headers: html })).body.payload)).toContain('"session":null')
  })

  test('CS-1 SE-1 a rep who is no longer there is not led back either', async () => {
    const { client } = await simulate()
    const copy = client.copy()
    const answer = await make(client, calls.logout, { query: { cause: 'inactivity' } })
    expect(answer.body.payload.logoutInfo.nextAction).toBe('default')
    expect(String((await copy.get('/', { headers: html })).body.payload)).toContain('"session":null')
  })

  test('CS-1 another rep’s way back leads nowhere', async () => {
    const { client } = await simulate()
    const { client: other } = await simulate('MEMBER02')
    client.cookies.set('HMCSRProxyToken', other.cookies.get('HMCSRProxyToken') ?? '')
    const answer = await make(client, calls.logout, {})
    expect(answer.body.payload.logoutInfo.nextAction).toBe('default')
    expect(await whoIs(other)).toBe('MEMBER02')
  })

  test('CS-1 after thirty minutes calls answer 401 and the next page leads back to the rep, in every tab', async () => {
    const { client } = await simulate()
    await runOut(client)
    expect(await whoIs(client)).toBe(401)
    const tab = client.copy()
    for (const one of [client, tab]) {
      const page = await one.get('/mbr/', { headers: html })
      expect([page.status, page.headers.get('location')]).toEqual([303, '/?simulation=ended#'])
    }
    for (const one of [client, tab]) expect(await whoIs(one)).toBe('CSRREP01')
    expect(client.cookies.has('HMCSRProxyToken')).toBe(false)
    const ends = await portal.database.read
      .selectFrom('audit_event')
      .select(['actor_login_id', 'as_login_id'])
      .where('action', '=', 'simulation.end')
      .orderBy('event_id', 'desc')
      .execute()
    expect(ends[0]).toEqual({ actor_login_id: 'CSRREP01', as_login_id: 'MEMBER01' })
    expect((await start(client)).status).toBe(200)
  })

  test('CS-1 a simulation whose browser was closed has its end in the audit log, and the way back still works', async () => {
    const { client } = await simulate('MEMBER02')
    const { client: running } = await simulate('MEMBER02')
    const overdue = await findSession(client)
    await runOut(client)
    const { database } = portal
    const sessions = createSessions(database, { idleS: 1200, maxS: 3600 })
    const both = [1, 2].map(() => endOverdueSimulations(database, sessions, new Date()))
    expect((await Promise.all(both)).reduce((sum, count) => sum + count)).toBeGreaterThanOrEqual(1)
    expect(await eventsWith(database, { action: 'simulation.end', session_id: overdue.session_id })).toMatchObject([
      { actor_login_id: 'CSRREP01', as_login_id: 'MEMBER02', address: 'time-out' },
    ])
    expect(await whoIs(running)).toBe('MEMBER02')
    expect((await client.get('/mbr/', { headers: html })).headers.get('location')).toBe('/?simulation=ended#')
    expect(await whoIs(client)).toBe('CSRREP01')
  })

  test('CS-1 in development the way back stays within the project', async () => {
    const { client } = await simulate()
    await runOut(client)
    const page = await client.get('/highmark.example/chmstf/mbr/', { headers: html })
    expect(page.headers.get('location')).toBe('/highmark.example/chmstf/?simulation=ended#')
  })

  test('CS-1 a way back that leads nowhere is dropped, and the sign-in shows', async () => {
    for (const secret of ['A'.repeat(43), "' or 1=1 --"]) {
      const client = new Client(portal.origin)
      client.cookies.set('HMCSRProxyToken', encodeURIComponent(secret))
      const page = await client.get('/', { headers: html })
      expect(page.status).toBe(200)
      expect(client.cookies.has('HMCSRProxyToken')).toBe(false)
    }
  })

  test('CS-1 when the rep’s own session ends, so does what they do for others', async () => {
    const { client } = await simulate()
    await client.takeToken()
    const { actor_session_id } = await findSession(client)
    await portal.database.read
      .updateTable('session')
      .set({ ended_at: new Date(), ended_reason: 'signed-out-elsewhere' })
      .where('session_id', '=', actor_session_id)
      .execute()
    expect(await whoIs(client)).toBe(401)
    for (const call of [calls.listMessages, calls.countUnread]) {
      expect((await make(client, call, {})).status).toBe(401)
    }
    expect((await client.takeToken()).status).toBe(400)
    expect(String((await client.get('/', { headers: html })).body.payload)).toContain('"session":null')
  })

  test('CS-1 somebody who signs in in the same browser does not inherit the way back', async () => {
    const { client } = await simulate()
    await client.signIn('MEMBER02')
    expect(client.cookies.has('HMCSRProxyToken')).toBe(false)
  })

  test('SO-3 a rep who signs out goes to the sign-in of the staff workspace, other staff go home', async () => {
    const answer = await make(await rep(), calls.logout, {})
    expect(answer.body.payload.logoutInfo).toEqual({
      nextAction: 'redirect',
      redirectionUrl: '/highmark.example/chmstf/login/',
    })
    const client = new Client(portal.origin)
    await client.signIn('INTERNAL1')
    expect((await make(client, calls.logout, {})).body.payload.logoutInfo.nextAction).toBe('default')
  })
})
