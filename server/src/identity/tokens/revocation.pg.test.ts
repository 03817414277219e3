import { calls } from '@portico/contract/calls'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { make } from '../../../test/call.ts'
import { basic, Client, listErrorCodes } from '../../../test/client.ts'
import { readCookies, sessionCookies } from '../../../test/cookies.ts'
import { testPortal } from '../../../test/portal.ts'
import { digestRows } from '../../../test/rows.ts'

const portal = testPortal()

const client_id = 'portico-test'

interface Tokens {
  readonly access_token: string
  readonly refresh_token: string
}

async function requestTokens(username = 'MEMBER01'): Promise<Tokens> {
  const form = { grant_type: 'password', username, password: 'Welcome1!', client_id }
  const { body } = await make(new Client(portal.origin), calls.memberToken, { body: form })
  return body as unknown as Tokens
}

async function inboxStatus(accessToken: string): Promise<number> {
  const caller = new Client(portal.origin)
  caller.bearer = accessToken
  return (await make(caller, calls.listMessages, {})).status
}

async function refresh(refresh_token: string, client = client_id): Promise<number> {
  const form = { grant_type: 'refresh_token', refresh_token, client_id: client }
  return (await make(new Client(portal.origin), calls.memberToken, { body: form })).status
}

const listEvents = async (action: string) => {
  const { rows } = await sql<{ login: string; outcome: string }>`
    select actor_login_id as login, outcome from audit_event where action = ${action}
  `.execute(portal.database.read)
  return rows
}

describe.each([
  '/api/oauth/token',
  '/api/oauth/v2/producerportal/tokens',
  '/api/dev/oauth/token',
  '/api/dev/oauth/v2/producerportal/tokens',
])('DELETE %s', (path) => {
  const del = (form: Record<string, string>, headers: Record<string, string> = {}, raw?: string) =>
    new Client(portal.origin).send('DELETE', path, {
      headers: { appid: undefined, ...headers },
      ...(raw === undefined ? { form } : { raw }),
    })

  test.each([
    ['the access token as Bearer', ({ access_token }: Tokens) => del({}, { authorization: `Bearer ${access_token}` })],
    [
      'the refresh token as Bearer',
      ({ refresh_token }: Tokens) => del({}, { authorization: `Bearer ${refresh_token}` }),
    ],
    ['token in the form', ({ refresh_token: token }: Tokens) => del({ token, client_id })],
    ['refresh_token in the form', ({ refresh_token }: Tokens) => del({ refresh_token, client_id })],
    [
      'access_token and the client in the header',
      ({ access_token }: Tokens) => del({ access_token }, { authorization: basic(client_id, '') }),
    ],
    ['token in JSON', ({ refresh_token: token }: Tokens) => del({}, {}, JSON.stringify({ token, client_id }))],
  ])('SI-11 revokes by %s', async (_how, revoke) => {
    const tokens = await requestTokens()
    expect(await inboxStatus(tokens.access_token)).toBe(200)
    const answer = await revoke(tokens)
    expect([answer.status, answer.body]).toEqual([200, {}])
    expect(answer.headers.get('cache-control')).toBe('no-store')
    expect(await inboxStatus(tokens.access_token)).toBe(401)
    expect(await refresh(tokens.refresh_token)).toBe(400)
  })
})

describe('SI-11 revocation', () => {
  const revoke = (body: Record<string, string>) => make(new Client(portal.origin), calls.revokeToken, { body })

  test('SI-11 of an unknown or worthless token answers 200 and changes nothing', async () => {
    const tokens = await requestTokens()
    await revoke({ token: tokens.refresh_token, client_id })
    const before = await digestRows(portal.database)
    for (const token of ['unknown', 'a.b.c', "' or 1=1 --", tokens.refresh_token, tokens.access_token]) {
      expect((await revoke({ token, client_id })).status).toBe(200)
    }
    expect(await digestRows(portal.database)).toEqual(before)
  })

  test('SI-11 without a token or a known client is refused', async () => {
    const none = await revoke({ client_id })
    expect([none.status, none.body]).toMatchObject([400, { error: 'invalid_request' }])
    const tokens = await requestTokens()
    for (const client of [{}, { client_id: 'somebody' }]) {
      const answer = await revoke({ token: tokens.refresh_token, ...client })
      expect([answer.status, answer.body]).toMatchObject([401, { error: 'invalid_client' }])
    }
    expect(await inboxStatus(tokens.access_token)).toBe(200)
  })

  test('SI-11 by a used refresh token ends the family all the same', async () => {
    const tokens = await requestTokens()
    expect(await refresh(tokens.refresh_token)).toBe(200)
    await revoke({ token: tokens.refresh_token, client_id })
    expect(await inboxStatus(tokens.access_token)).toBe(401)
  })

  test('SI-11 is in the audit log, and so is the reuse of an old token', async () => {
    const tokens = await requestTokens('MEMBERWY')
    await revoke({ token: tokens.refresh_token, client_id })
    expect(await listEvents('token.revoke')).toContainEqual({ login: 'MEMBERWY', outcome: 'done' })
    const others = await requestTokens('MEMBERDE')
    await refresh(others.refresh_token)
    await refresh(others.refresh_token)
    expect(await listEvents('token.reuse')).toEqual([{ login: 'MEMBERDE', outcome: 'refused' }])
    expect(await inboxStatus(others.access_token)).toBe(401)
  })

  test('SI-11 a refresh token works only for the client that it was issued to', async () => {
    const { refresh_token } = await requestTokens()
    expect(await refresh(refresh_token, 'portico-qa')).toBe(400)
    expect(await refresh(refresh_token)).toBe(200)
  })

  test('SI-11 of one sign-in leaves the other sessions of the person alone', async () => {
    const browser = new Client(portal.origin)
    await browser.signIn('MEMBER01')
    await revoke({ token: (await requestTokens()).refresh_token, client_id })
    expect((await make(browser, calls.validateSession, {})).status).toBe(200)
  })

  test('SI-11 SI-7 a session whose password is due gets no token', async () => {
    for (const username of ['FORCED01', 'TEMPPW01']) {
      const form = { grant_type: 'password', username, password: 'Welcome1!', client_id }
      const answer = await make(new Client(portal.origin), calls.memberToken, { body: form })
      const refused = { error: 'invalid_grant', error_description: 'PASSWORD-CHANGE-REQUIRED' }
      expect([answer.status, answer.body]).toEqual([400, refused])
      const browser = new Client(portal.origin)
      await browser.signIn(username)
      for (let tries = 0; tries < 2; tries += 1) {
        const refreshed = await browser.takeToken()
        expect([refreshed.status, refreshed.body]).toEqual([400, refused])
      }
      expect((await make(browser, calls.validateSession, {})).status).toBe(200)
    }
  })
})

describe('SI-12 the helper', () => {
  const handOver = (client: Client, refreshToken: string) =>
    make(client, calls.sessionCookies, { body: { refreshToken } })

  test('SI-12 turns an exchange’s tokens into a sign-in’s cookies', async () => {
    const client = new Client(portal.origin)
    const { refresh_token } = await requestTokens('AGENT001')
    const answer = await handOver(client, refresh_token)
    expect([answer.status, answer.body.payload]).toEqual([200, { signedIn: true }])
    const cookies = readCookies(answer)
    for (const name of ['LtpaToken2', 'oAuthToken']) {
      expect(cookies[name]?.attributes).toMatchObject({ httponly: '', samesite: 'Lax', path: '/' })
    }
    for (const name of ['ObSSOCookie', 'sessionToken']) expect(cookies[name]?.attributes).not.toHaveProperty('httponly')
    expect(cookies).toMatchObject({ sessionToken: { value: expect.stringMatching(/^\d{13}$/) }, brand: {} })
    const { body } = await make(client, calls.getUserInfo, {})
    expect(body.payload.logonId).toBe('AGENT001')
    expect((await client.takeToken()).status).toBe(200)
  })

  test('SI-12 its cookies are Secure off localhost, when set and when removed', async () => {
    const client = new Client(portal.origin)
    client.host = 'producer.highmark.example'
    const set = readCookies(await handOver(client, (await requestTokens('AGENT001')).refresh_token))
    const gone = readCookies(await make(client, calls.sessionCookies, { body: { action: 'delete-token' } }))
    for (const { name, attributes } of [...Object.values(set), ...Object.values(gone)]) {
      expect(attributes, name).toMatchObject({ secure: '', samesite: 'Lax', path: '/' })
    }
    expect(Object.keys(gone)).toEqual(expect.arrayContaining(['LtpaToken2', 'oAuthToken', 'ObSSOCookie']))
  })

  test('SI-12 leaves the script that brought the token with nothing of value', async () => {
    const client = new Client(portal.origin)
    const { refresh_token } = await requestTokens()
    await handOver(client, refresh_token)
    expect([...client.cookies.values()]).not.toContain(refresh_token)
    const second = await handOver(new Client(portal.origin), refresh_token)
    expect([second.status, listErrorCodes(second)]).toEqual([401, ['NO-SESSION']])
    // Used twice: one of the two is a thief.
    expect((await make(client, calls.validateSession, {})).status).toBe(401)
  })

  test('SI-12 SI-14 gives the session a new secret', async () => {
    const browser = new Client(portal.origin)
    await browser.signIn('MEMBER01')
    const other = new Client(portal.origin)
    await handOver(other, browser.cookies.get('oAuthToken') ?? '')
    expect((await make(other, calls.validateSession, {})).status).toBe(200)
    expect((await make(browser, calls.validateSession, {})).status).toBe(401)
  })

  test('SI-12 refuses invalid and expired refresh tokens', async () => {
    const tokens = await requestTokens()
    await make(new Client(portal.origin), calls.revokeToken, { body: { token: tokens.refresh_token, client_id } })
    for (const token of ['x', tokens.access_token, tokens.refresh_token]) {
      const answer = await handOver(new Client(portal.origin), token)
      expect([answer.status, listErrorCodes(answer), answer.headers.getSetCookie()]).toEqual([401, ['NO-SESSION'], []])
    }
    const nothing = await make(new Client(portal.origin), calls.sessionCookies, { body: {} })
    expect([nothing.status, nothing.body.errors?.[0]?.field]).toEqual([400, 'refreshToken'])
  })

  test('SI-12 SI-11 SO-5 delete-token revokes the cookies’ tokens and expires the cookies', async () => {
    const client = new Client(portal.origin)
    await client.signIn('MEMBER01')
    await client.takeToken()
    const kept = client.copy()
    const answer = await make(client, calls.sessionCookies, { body: { action: 'delete-token' } })
    expect([answer.status, answer.body.payload]).toEqual([200, { signedIn: false }])
    for (const name of sessionCookies) {
      expect(readCookies(answer)[name]?.value).toBe('')
      expect(client.cookies.has(name)).toBe(false)
    }
    expect((await make(kept, calls.validateSession, {})).status).toBe(401)
    expect(await inboxStatus(kept.bearer ?? '')).toBe(401)
    expect((await kept.takeToken()).status).toBe(400)
  })

  test('SI-12 delete-token ends a session whose refresh cookie is gone, and needs none at all', async () => {
    const client = new Client(portal.origin)
    await client.signIn('MEMBER01')
    client.cookies.delete('oAuthToken')
    const kept = client.copy()
    await make(client, calls.sessionCookies, { body: { action: 'delete-token' } })
    expect((await make(kept, calls.validateSession, {})).status).toBe(401)
    const again = await make(client, calls.sessionCookies, { body: { action: 'delete-token' } })
    expect(again.status).toBe(200)
  })
})
