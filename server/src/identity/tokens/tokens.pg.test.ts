import { calls } from '@portico/contract/calls'
import { decodeJwt, decodeProtectedHeader } from 'jose'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { make } from '../../../test/call.ts'
import { type Answer, basic, Client } from '../../../test/client.ts'
import { readCookies } from '../../../test/cookies.ts'
import { testPortal } from '../../../test/portal.ts'
import { attemptKeys } from '../../platform/limits/limits.ts'

const client_id = 'portico-test'

const portal = testPortal({ ACCESS_TOKEN_S: '240' })

/** A token endpoint's answer, without an envelope. */
interface Tokens {
  readonly access_token: string
  readonly expires_in: number
  readonly refresh_token?: string
  readonly scope: string
  readonly token_type: string
}

interface Got {
  readonly answer: Answer
  readonly tokens: Tokens
}

async function post(
  form: Record<string, string>,
  headers: Record<string, string | undefined> = {},
  client = new Client(portal.origin),
  path = '/api/oauth/token',
): Promise<Got> {
  const answer = await client.send('POST', path, { form, headers: { appid: undefined, ...headers } })
  return { answer, tokens: answer.body as unknown as Tokens }
}

const passwordForm = (username = 'MEMBER01', password = 'Welcome1!') => ({
  grant_type: 'password',
  username,
  password,
  scope: 'resource.READ',
  client_id,
})
const byPassword = (username?: string) => post(passwordForm(username))
const byRefresh = (refresh_token: string | undefined) =>
  post({ grant_type: 'refresh_token', client_id, refresh_token: refresh_token ?? '' })

/** Whether message calls accept an access token: the inbox call's status. */
async function inboxStatus(accessToken: string): Promise<number> {
  const client = new Client(portal.origin)
  client.bearer = accessToken
  return (await make(client, calls.listMessages, {})).status
}

function expectRefused(
  { answer }: Got,
  status: number,
  error: string,
  error_description: unknown = expect.any(String),
) {
  expect([answer.status, answer.body]).toEqual([status, { error, error_description }])
  expect(answer.headers.get('cache-control')).toBe('no-store')
  expect(answer.headers.get('x-request-id')).not.toBeNull()
  expect(answer.headers.getSetCookie()).toEqual([])
}

describe.each(['/api/oauth/token', '/api/oauth/v2/producerportal/tokens'])('POST %s', (path) => {
  test('SI-11 the password grant answers the five fields and no other', async () => {
    const { answer, tokens } = await post(passwordForm(), {}, new Client(portal.origin), path)
    expect(answer.status).toBe(200)
    expect(tokens).toEqual({
      access_token: expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+$/),
      expires_in: 240,
      refresh_token: expect.stringMatching(/^[\w-]{43}$/),
      scope: 'resource.READ',
      token_type: 'Bearer',
    })
    expect(answer.headers.get('cache-control')).toBe('no-store')
    expect(answer.headers.getSetCookie()).toEqual([])
    expect(await inboxStatus(tokens.access_token)).toBe(200)
  })

  test('SI-11 the refresh grant answers the same fields', async () => {
    const first = (await post(passwordForm(), {}, new Client(portal.origin), path)).tokens
    const form = { grant_type: 'refresh_token', client_id, access_token: first.access_token }
    const { answer, tokens } = await post(
      { ...form, refresh_token: first.refresh_token ?? '' },
      {},
      new Client(portal.origin),
      path,
    )
    expect(answer.status).toBe(200)
    expect(Object.keys(tokens).sort()).toEqual(['access_token', 'expires_in', 'refresh_token', 'scope', 'token_type'])
    expect(tokens.refresh_token).not.toBe(first.refresh_token)
    expect(await inboxStatus(tokens.access_token)).toBe(200)
  })
})

describe('SI-11 the client', () => {
  test.each(['portico-web', 'portico-test', 'portico-qa', 'portico-prod'])(
    'SI-11 %s may identify itself by Basic authorization or in the form',
    async (id) => {
      const { client_id: _, ...form } = passwordForm()
      expect((await post(form, { authorization: basic(id, '') })).answer.status).toBe(200)
      expect((await post({ ...form, client_id: id })).answer.status).toBe(200)
    },
  )

  test('SI-11 an unknown or missing one is refused, and told the scheme if it tried the header', async () => {
    const { client_id: _, ...form } = passwordForm()
    const none = await post(form)
    expectRefused(none, 401, 'invalid_client')
    expect(none.answer.headers.get('www-authenticate')).toBeNull()
    expectRefused(await post({ ...form, client_id: 'somebody' }), 401, 'invalid_client')
    const tried = await post(form, { authorization: basic('somebody', 'x') })
    expectRefused(tried, 401, 'invalid_client')
    expect(tried.answer.headers.get('www-authenticate')).toMatch(/^Basic /)
  })
})

describe('SI-11 refusals', () => {
  test('SI-11 ER-11 wrong credentials are invalid_grant_incorrect_creds, whatever is wrong with them', async () => {
    for (const form of [passwordForm('MEMBER01', 'Wrong-pass1'), passwordForm('NOBODY99'), passwordForm('NORECORD1')]) {
      expectRefused(await post(form), 400, 'invalid_grant', 'invalid_grant_incorrect_creds')
    }
  })

  test('SI-11 ER-11 a locked account is invalid_grant_account_locked', async () => {
    expectRefused(await post(passwordForm('LOCKED01')), 400, 'invalid_grant', 'invalid_grant_account_locked')
  })

  test('SI-11 SI-13 too many attempts from one address are refused, with the time to retry', async () => {
    const { networkKey: address } = attemptKeys('', '127.0.0.1')
    const failed = { kind: 'address', key: address, failures: 101, first_failure_at: new Date() } as const
    await portal.database.read.deleteFrom('sign_in_limit').where('key', '=', address).execute()
    await portal.database.read.insertInto('sign_in_limit').values(failed).execute()
    const got = await post(passwordForm('NOBODY98'))
    expectRefused(got, 429, 'temporarily_unavailable', 'TOO-MANY-REQUESTS')
    expect(Number(got.answer.headers.get('retry-after'))).toBeGreaterThan(800)
    await portal.database.read.deleteFrom('sign_in_limit').where('key', '=', address).execute()
  })

  test('SI-11 a request that lacks something says what', async () => {
    const { grant_type: _, ...noType } = passwordForm()
    expectRefused(await post(noType), 400, 'invalid_request')
    expectRefused(await post({ ...passwordForm(), password: '' }), 400, 'invalid_request')
    expectRefused(await post({ ...passwordForm(), username: '' }), 400, 'invalid_request')
    expectRefused(await post({ ...passwordForm(), grant_type: 'client_credentials' }), 400, 'unsupported_grant_type')
    expectRefused(await post({ ...passwordForm(), scope: 'resource.WRITE' }), 400, 'invalid_scope')
    const twice = 'grant_type=password&grant_type=refresh_token&client_id=portico-test'
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    const answer = await new Client(portal.origin).send('POST', '/api/oauth/token', { raw: twice, headers })
    expect([answer.status, answer.body]).toMatchObject([400, { error: 'invalid_request' }])
  })

  test('SI-11 a failure of ours has the same shape', async () => {
    expectRefused(await post(passwordForm('BROKEN01')), 500, 'server_error')
  })

  test('SI-11 an invalid or invented refresh token is invalid_grant', async () => {
    expectRefused(await byRefresh('A'.repeat(43)), 400, 'invalid_grant')
    expectRefused(await byRefresh("' or 1=1"), 400, 'invalid_grant')
    expectRefused(await byRefresh(undefined), 400, 'invalid_request')
    const { tokens } = await byPassword()
    expectRefused(await byRefresh(tokens.access_token), 400, 'invalid_grant')
  })
})

describe('SI-11 the access token', () => {
  test('SI-11 holds uid, names the session and nobody else, and no health data', async () => {
    const { tokens } = await byPassword('MEMBER02')
    const claims = decodeJwt(tokens.access_token)
    expect(Object.keys(claims).sort()).toEqual([
      'aud',
      'brand',
      'client_id',
      'exp',
      'iat',
      'iss',
      'jti',
      'mid',
      'role',
      'sid',
      'sub',
      'uid',
    ])
    expect(claims).toMatchObject({ uid: 'MEMBER02', role: 'MEMBER', brand: 'hmbcbs', client_id, aud: 'portico' })
    expect(claims.iss).toBe(portal.origin)
    expect((claims.exp ?? 0) - (claims.iat ?? 0)).toBe(240)
    expect(decodeProtectedHeader(tokens.access_token)).toMatchObject({ alg: 'ES256', typ: 'at+jwt' })
  })

  test('SI-11 with one letter changed, or unsigned, is worthless', async () => {
    const { tokens } = await byPassword()
    const [header = '', claims = '', signature = ''] = tokens.access_token.split('.')
    const other = decodeJwt((await byPassword('MEMBER02')).tokens.access_token)
    const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
    const forged = [
      `${header}.${encode({ ...decodeJwt(tokens.access_token), mid: other.mid, sid: other.sid })}.${signature}`,
      `${encode({ alg: 'none', typ: 'at+jwt' })}.${claims}.`,
      `${encode({ alg: 'HS256', typ: 'at+jwt' })}.${claims}.${signature}`,
      `${header}.${claims}.${signature.startsWith('A') ? 'B' : 'A'}${signature.slice(1)}`,
    ]
    expect(await inboxStatus(tokens.access_token)).toBe(200)
    for (const token of forged) expect(await inboxStatus(token)).toBe(401)
  })
})

describe('SI-11 rotation', () => {
  test('SI-11 each refresh token works once; using an old one revokes the whole family', async () => {
    const first = (await byPassword()).tokens.refresh_token
    const second = (await byRefresh(first)).tokens.refresh_token
    const third = (await byRefresh(second)).tokens.refresh_token
    expect(new Set([first, second, third]).size).toBe(3)
    expectRefused(await byRefresh(first), 400, 'invalid_grant')
    expectRefused(await byRefresh(third), 400, 'invalid_grant')
    expectRefused(await byRefresh(second), 400, 'invalid_grant')
  })

  test('SI-11 another family of the same person stays alive', async () => {
    const first = (await byPassword()).tokens.refresh_token
    const other = (await byPassword()).tokens.refresh_token
    await byRefresh(first)
    await byRefresh(first)
    expect((await byRefresh(other)).answer.status).toBe(200)
  })

  test('SI-11 a used token is used, even for a server whose clock is ahead', async () => {
    const first = (await byPassword()).tokens.refresh_token
    const second = (await byRefresh(first)).tokens.refresh_token
    await sql`update refresh_token set used_at = used_at + interval '5 seconds' where used_at is not null`.execute(
      portal.database.read,
    )
    expectRefused(await byRefresh(first), 400, 'invalid_grant')
    expectRefused(await byRefresh(second), 400, 'invalid_grant')
  })

  test('SI-11 of ten concurrent uses one wins, and the family is revoked', async () => {
    const first = (await byPassword()).tokens.refresh_token
    const all = await Promise.all(Array.from({ length: 10 }, () => byRefresh(first)))
    const won = all.filter(({ answer }) => answer.status === 200)
    expect(won).toHaveLength(1)
    expectRefused(await byRefresh(won[0]?.tokens.refresh_token), 400, 'invalid_grant')
  })
})

describe("SI-11 the browser's refresh cookie", () => {
  const signIn = async (loginId = 'MEMBER01') => {
    const client = new Client(portal.origin)
    await client.signIn(loginId)
    return client
  }
  const byCookie = (client: Client, headers: Record<string, string | undefined> = {}) =>
    post({ grant_type: 'refresh_token', client_id: 'portico-web' }, headers, client)

  test('SI-11 is exchanged for an access token and a new HttpOnly cookie, never for a token that a script can read', async () => {
    const client = await signIn()
    const old = client.cookies.get('oAuthToken')
    const { answer, tokens } = await byCookie(client)
    expect(answer.status).toBe(200)
    expect(Object.keys(tokens).sort()).toEqual(['access_token', 'expires_in', 'scope', 'token_type'])
    const cookies = readCookies(answer)
    expect(Object.keys(cookies)).toEqual(['oAuthToken'])
    expect(cookies.oAuthToken?.value).not.toBe(old)
    expect(cookies.oAuthToken?.attributes).toMatchObject({ httponly: '', samesite: 'Lax', path: '/' })
    expect(await inboxStatus(tokens.access_token)).toBe(200)
    expect((await byCookie(client)).answer.status).toBe(200)
  })

  test('SI-11 is Secure off localhost', async () => {
    const client = await signIn()
    client.host = 'secure.highmark.example'
    expect(readCookies((await byCookie(client)).answer).oAuthToken?.attributes).toHaveProperty('secure')
  })

  test('SI-11 counts only if one of our own pages asks', async () => {
    const client = await signIn()
    expectRefused(await byCookie(client, { origin: undefined }), 400, 'invalid_request')
    expectRefused(await byCookie(client, { origin: 'https://evil.example' }), 403, 'invalid_request')
    expectRefused(await byCookie(client, { origin: undefined, 'sec-fetch-site': 'same-site' }), 403, 'invalid_request')
    expect((await byCookie(client, { origin: undefined, 'sec-fetch-site': 'same-origin' })).answer.status).toBe(200)
  })

  test('SI-11 sent by two tabs at the same moment works for both, and both continue', async () => {
    const client = await signIn()
    const tabs = [client.copy(), client.copy(), client.copy()]
    for (const { answer } of await Promise.all(tabs.map((tab) => byCookie(tab)))) expect(answer.status).toBe(200)
    for (const { answer } of await Promise.all(tabs.map((tab) => byCookie(tab)))) expect(answer.status).toBe(200)
  })

  test('SI-11 used again later than two tabs can explain revokes the family', async () => {
    const client = await signIn()
    const thief = client.copy()
    await byCookie(client)
    await sql`update refresh_token set used_at = used_at - interval '31 seconds' where used_at is not null`.execute(
      portal.database.read,
    )
    expectRefused(await byCookie(thief), 400, 'invalid_grant')
    expectRefused(await byCookie(client), 400, 'invalid_grant')
  })

  test('SI-11 taken out of the browser and sent as a token has no such grace period', async () => {
    const client = await signIn()
    const stolen = client.cookies.get('oAuthToken')
    await byCookie(client)
    expectRefused(await byRefresh(stolen), 400, 'invalid_grant')
    expectRefused(await byCookie(client), 400, 'invalid_grant')
  })

  test('SI-11 does not work past the last moment of its session', async () => {
    const client = await signIn()
    await sql`update refresh_token set expires_at = now() - interval '1 second'`.execute(portal.database.read)
    expectRefused(await byCookie(client), 400, 'invalid_grant')
  })
})
