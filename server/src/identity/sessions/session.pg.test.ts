import type { PayloadOf } from '@portico/contract/call'
import { calls } from '@portico/contract/calls'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { make } from '../../../test/call.ts'
import { Client, listErrorCodes, memberClient } from '../../../test/client.ts'
import { readCookies, sessionCookies } from '../../../test/cookies.ts'
import { testPortal } from '../../../test/portal.ts'
import { listEvents } from '../../../test/rows.ts'
import { readPageState } from '../../../test/settings.ts'
import type { EndReason } from '../../platform/db/tables.ts'

const idleS = 40_000
const maxS = 200_000
/** Longer than any machine takes between two calls, in seconds. */
const slackS = 1_200

const portal = testPortal({ SESSION_IDLE_S: String(idleS), SESSION_MAX_S: String(maxS) })

const signIn = () => memberClient(portal.origin, 'MEMBER01')
const validate = (client: Client) => make(client, calls.validateSession, {})

describe('SI-8 the check of a stored sign-in', () => {
  test('SI-8 says that it is valid, whose it is and for how long', async () => {
    const before = Date.now()
    const { status, body } = await validate(await signIn())
    expect(status).toBe(200)
    expect(body.payload).toEqual({ valid: true, logonId: 'MEMBER01', expiresAt: expect.any(String) })
    const left = (Date.parse(body.payload.expiresAt) - before) / 1000
    expect(left).toBeGreaterThan(idleS - slackS)
    expect(left).toBeLessThanOrEqual(idleS + slackS)
  })

  test('SI-8 answers 401 once it is no longer valid', async () => {
    const client = await signIn()
    const copy = client.copy()
    await make(client, calls.logout, {})
    const answer = await validate(copy)
    expect([answer.status, listErrorCodes(answer)]).toEqual([401, ['NO-SESSION']])
  })
})

describe.each([
  ['userauth/v1/login', (client: Client) => make(client, calls.logout, {})],
  ['ltpaidentity/@self', (client: Client) => make(client, calls.ltpaLogout, { params: { storeID: '10152' } })],
  [
    'ltpaidentity/%40self',
    (client: Client) =>
      client.send<PayloadOf<typeof calls.logout>>(
        'DELETE',
        calls.ltpaLogout.path.replace('{storeID}', '10152').replace('@', '%40'),
      ),
  ],
] as const)('DELETE %s', (_name, signOut) => {
  test('SO-2 says what comes next and clears every session cookie', async () => {
    const client = await signIn()
    const answer = await signOut(client)
    expect(answer.status).toBe(200)
    expect(answer.body.payload).toEqual({ logoutInfo: { nextAction: 'default', redirectionUrl: null } })
    const cleared = Object.values(readCookies(answer))
    expect(cleared.map(({ name }) => name).sort()).toEqual([...sessionCookies, 'sessionToken', 'shopProposals'].sort())
    for (const { value, attributes } of cleared) {
      expect(value).toBe('')
      expect(attributes).toMatchObject({ path: '/', expires: 'Thu, 01 Jan 1970 00:00:00 GMT' })
      expect(attributes).not.toHaveProperty('max-age')
    }
    for (const name of ['LtpaToken2', 'ObSSOCookie', 'oAuthToken']) expect(client.cookies.has(name)).toBe(false)
  })

  test('SO-2 SO-4 the old cookie, access token and refresh token are useless afterward', async () => {
    const client = await signIn()
    const old = client.copy()
    expect((await make(old.copy(), calls.overview, {})).status).toBe(200)
    expect((await make(old.copy(), calls.listMessages, {})).status).toBe(200)
    await signOut(client)
    expect((await validate(old.copy())).status).toBe(401)
    expect((await make(old.copy(), calls.overview, {})).status).toBe(401)
    expect((await make(old.copy(), calls.listMessages, {})).status).toBe(401)
    expect((await make(old.copy(), calls.messageCategories, {})).status).toBe(401)
    expect((await signOut(old.copy())).status).toBe(401)
    const byCookie = await old.copy().takeToken()
    expect([byCookie.status, byCookie.body]).toMatchObject([400, { error: 'invalid_grant' }])
    const refresh_token = old.cookies.get('oAuthToken') ?? ''
    const form = { grant_type: 'refresh_token', client_id: 'portico-test', refresh_token }
    const byToken = await old.copy().send('POST', '/api/oauth/token', { form })
    expect([byToken.status, byToken.body]).toMatchObject([400, { error: 'invalid_grant' }])
  })

  test('SO-2 ends only its own session, and the audit log records it', async () => {
    const client = await signIn()
    const elsewhere = await signIn()
    const answer = await signOut(client)
    expect((await validate(elsewhere)).status).toBe(200)
    expect((await make(elsewhere, calls.countUnread, {})).status).toBe(200)
    expect(await listEvents(portal.database, answer)).toMatchObject([
      { actor_login_id: 'MEMBER01', action: 'sign-out', record_type: 'session', outcome: 'done' },
    ])
  })
})

test.each([
  // A brand with its own logout address, and one without.
  ['MEMBERWY', 'secure.yourwyoblue.localhost:8080', 'redirect', 'http://www.yourwyoblue.localhost:8080/'],
  ['MEMBERWY', 'secure.yourwyoblue.example', 'redirect', 'https://www.yourwyoblue.example/'],
  ['MEMBERWY', '127.0.0.1:8080', 'default', null],
  ['MEMBER01', 'secure.highmark.localhost:8080', 'default', null],
])('SO-2 SO-3 signing %s out at %s is followed by %s', async (loginId, host, nextAction, redirectionUrl) => {
  const client = await memberClient(portal.origin, loginId)
  client.host = host
  const { body } = await make(client, calls.logout, {})
  expect(body.payload.logoutInfo).toEqual({ nextAction, redirectionUrl })
})

describe('SO-5 why a session is over', () => {
  const logoutPage = '/chmptl/chm/jsp/logout/logout.jsp'

  /** The reason that the logout page shows to a browser that still has a session's cookies. */
  async function reasonFor(client: Client, path = logoutPage) {
    const answer = await client.copy().get(path, { headers: { accept: 'text/html' } })
    expect(answer.status).toBe(200)
    return readPageState(answer).view
  }

  async function endSession(reason: EndReason | null): Promise<Client> {
    const client = await signIn()
    await portal.database.read
      .updateTable('session')
      .set({ ended_at: new Date(), ended_reason: reason })
      .where('session_id', '=', readSessionId(client))
      .execute()
    return client
  }

  test.each([
    ['signed-out', 'signed-out'],
    ['signed-out-elsewhere', 'elsewhere'],
    ['inactivity', 'inactivity'],
    ['password-changed', 'password-changed'],
    ['simulation-ended', 'simulation-ended'],
    ['redirected', 'ended'],
    ['token-reused', 'ended'],
    [null, 'ended'],
  ] as const)('SO-5 a session that ended as %s is explained as %s', async (stored, told) => {
    expect(await reasonFor(await endSession(stored))).toEqual({ name: 'logout', reason: told })
  })

  test('SO-5 SE-4 idle too long, open too long, and a session that lives', async () => {
    const idle = await signIn()
    await age(idle, { lastSeenS: idleS + 1 })
    expect(await reasonFor(idle)).toEqual({ name: 'logout', reason: 'inactivity' })
    const long = await signIn()
    await age(long, { wholeS: maxS + 1 })
    expect(await reasonFor(long)).toEqual({ name: 'logout', reason: 'too-long' })
    expect(await reasonFor(await signIn())).toEqual({ name: 'logout', reason: null })
  })

  test('SO-5 nobody learns anything without the cookie, or with an invented one', async () => {
    const stranger = new Client(portal.origin)
    expect(await reasonFor(stranger)).toEqual({ name: 'logout', reason: null })
    stranger.cookies.set('LtpaToken2', 'made-up')
    expect(await reasonFor(stranger)).toEqual({ name: 'logout', reason: null })
  })

  test('SO-5 EN-1 the page exists below a development path, too', async () => {
    const client = await endSession('inactivity')
    for (const path of [
      `/highmark.example/chmptl${logoutPage}`,
      '/highmark.example/chmptl/chm/jsp/logout/logout.jsp',
    ]) {
      expect(await reasonFor(client, path), path).toEqual({ name: 'logout', reason: 'inactivity' })
    }
  })

  test('SE-1 a session ended by a page’s timer is recorded as inactivity', async () => {
    const client = await signIn()
    const old = client.copy()
    const answer = await make(client, calls.logout, { query: { cause: 'inactivity' } })
    expect(answer.status).toBe(200)
    expect((await validate(old)).status).toBe(401)
    expect(await reasonFor(old)).toEqual({ name: 'logout', reason: 'inactivity' })
    const row = await portal.database.read
      .selectFrom('audit_event')
      .select(['action', 'outcome'])
      .where('request_id', '=', answer.headers.get('x-request-id') ?? '')
      .executeTakeFirstOrThrow()
    expect(row).toEqual({ action: 'sign-out.inactivity', outcome: 'done' })
  })
})

test('SO-2 off localhost the page’s cookies are cleared as Secure ones', async () => {
  const client = await signIn()
  client.host = 'secure.highmark.example'
  const cleared = Object.values(readCookies(await make(client, calls.logout, {})))
  expect(cleared).toHaveLength(8)
  expect(cleared.filter(({ attributes }) => !('secure' in attributes))).toEqual([])
})

/** Ages a session by moving all its times back. */
async function age(client: Client, moments: { readonly lastSeenS?: number; readonly wholeS?: number }): Promise<void> {
  const { lastSeenS = 0, wholeS = 0 } = moments
  const sessionId = readSessionId(client)
  await sql`
    update session set
      last_seen_at = last_seen_at - make_interval(secs => ${lastSeenS + wholeS}),
      expires_at = expires_at - make_interval(secs => ${wholeS}),
      created_at = created_at - make_interval(secs => ${wholeS})
    where session_id = ${sessionId}
  `.execute(portal.database.read)
  await sql`
    update refresh_token set expires_at = expires_at - make_interval(secs => ${wholeS}) where session_id = ${sessionId}
  `.execute(portal.database.read)
}

function readSessionId(client: Client): string {
  const [, claims = ''] = (client.bearer ?? '').split('.')
  return (JSON.parse(Buffer.from(claims, 'base64url').toString()) as { sid: string }).sid
}

describe('SE-4 lifetimes on the server', () => {
  /** Checks that nothing about the session works anymore, for any request. */
  async function expectDead(client: Client): Promise<void> {
    expect((await validate(client)).status).toBe(401)
    expect((await make(client, calls.listMessages, {})).status).toBe(401)
    expect((await make(client, calls.countUnread, {})).status).toBe(401)
    expect((await make(client, calls.messageCategories, {})).status).toBe(401)
    const again = await client.copy().takeToken()
    expect([again.status, again.body]).toMatchObject([400, { error: 'invalid_grant' }])
  }

  test('SE-4 a session unused for the idle time ends', async () => {
    const client = await signIn()
    await age(client, { lastSeenS: idleS - slackS })
    expect((await validate(client)).status).toBe(200)
    const other = await signIn()
    await age(other, { lastSeenS: idleS + 1 })
    await expectDead(other)
  })

  test('SE-4 each use restarts the idle time, by cookie and by token', async () => {
    const uses = [
      (client: Client) => make(client, calls.getUserInfo, {}),
      (client: Client) => make(client, calls.keepAlive, { query: { active: 'true' } }),
      (client: Client) => client.get('/mbr/', { headers: { accept: 'text/html' } }),
      (client: Client) => make(client, calls.listMessages, {}),
      (client: Client) => make(client, calls.countUnread, {}),
      (client: Client) => make(client, calls.messageCategories, {}),
    ]
    for (const use of uses) {
      const client = await signIn()
      for (let time = 0; time < 3; time++) {
        await age(client, { lastSeenS: idleS / 2 })
        expect((await use(client)).status).toBe(200)
        await waitForUse(client)
      }
    }
  })

  test('SE-3 SE-4 a page’s own calls keep nothing alive: the check of the sign-in, and keep-alive without activity', async () => {
    for (const ask of [validate, (client: Client) => make(client, calls.keepAlive, {})]) {
      const client = await signIn()
      await age(client, { lastSeenS: idleS / 2 })
      const { status, body } = await ask(client)
      expect(status).toBe(200)
      const left = Date.parse(body.payload.expiresAt) - Date.now()
      expect(left).toBeLessThanOrEqual((idleS / 2) * 1000)
      await age(client, { lastSeenS: idleS / 2 })
      await expectDead(client)
    }
  })

  test('SE-3 keep-alive says how long the session lives, longer after activity', async () => {
    const client = await signIn()
    await age(client, { lastSeenS: idleS / 2 })
    const without = await make(client, calls.keepAlive, { query: { active: 'false' } })
    const after = await make(client, calls.keepAlive, { query: { active: 'true' } })
    const gained = Date.parse(after.body.payload.expiresAt) - Date.parse(without.body.payload.expiresAt)
    expect(gained).toBeGreaterThan((idleS / 2 - slackS) * 1000)
    await make(client, calls.logout, {})
    expect((await make(client.copy(), calls.keepAlive, { query: { active: 'true' } })).status).toBe(401)
  })

  test('SE-4 SI-8 the check of the sign-in never promises more time than is left', async () => {
    const client = await signIn()
    // Too recent to be recorded again.
    await age(client, { lastSeenS: idleS / 20 - slackS })
    const { body } = await validate(client)
    await age(client, { lastSeenS: (Date.parse(body.payload.expiresAt) - Date.now()) / 1000 - slackS })
    expect((await validate(client)).status).toBe(200)
  })

  test('SE-4 a session ends at its latest time however busy it is', async () => {
    const client = await signIn()
    const { body } = await validate(client)
    expect(Date.parse(body.payload.expiresAt)).toBeLessThanOrEqual(Date.now() + idleS * 1000)
    await age(client, { wholeS: maxS - slackS })
    await age(client, { lastSeenS: -(maxS - slackS) })
    const near = await validate(client)
    expect(near.status).toBe(200)
    // The session's end is now nearer than its idle timeout.
    expect(Date.parse(near.body.payload.expiresAt)).toBeLessThanOrEqual(Date.now() + slackS * 1000)
    await age(client, { wholeS: slackS + 1 })
    await age(client, { lastSeenS: -(slackS + 1) })
    await expectDead(client)
  })

  /** A session's use is recorded alongside the answer, not before it. */
  async function waitForUse(client: Client): Promise<void> {
    const sessionId = readSessionId(client)
    const measureUnused = async () => {
      const row = await portal.database.read
        .selectFrom('session')
        .select('last_seen_at')
        .where('session_id', '=', sessionId)
        .executeTakeFirstOrThrow()
      return Date.now() - row.last_seen_at.getTime()
    }
    await expect.poll(measureUnused).toBeLessThan((idleS * 1000) / 4)
  }
})
