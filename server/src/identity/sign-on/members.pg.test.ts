import { randomUUID } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { beginAuthenticator, stepUpOptions } from '@portico/contract/calls/account-security'
import * as calls from '@portico/contract/calls/connections'
import { logout } from '@portico/contract/calls/identity'
import { keepCards, keptCards } from '@portico/contract/calls/kept-cards'
import { overview } from '@portico/contract/calls/member'
import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { make } from '../../../test/call.ts'
import { Client, memberClient, signInClient } from '../../../test/client.ts'
import { testPortal } from '../../../test/portal.ts'
import { addAuthenticator } from '../../../test/second-factor.ts'

const portal = testPortal()
const kid = 'key-1'
let server: Server
let issuer: string
let privateKey: CryptoKey
let connectionId: string
let memberNumber: string
/** The provider's claims at the next sign-in; its clock may be off. */
let says: { readonly sub: string; readonly sid: string; readonly [claim: string]: unknown }
let clockOffS = 0
let nonce = ''
let keysAsked = 0

const sign = (payload: Record<string, unknown>, type = 'JWT', key = privateKey, keyId = kid) => {
  const now = Math.floor(Date.now() / 1000) + clockOffS
  const usual = { iss: issuer, aud: 'portico', iat: now, exp: now + 60 }
  return new SignJWT({ ...usual, ...payload }).setProtectedHeader({ alg: 'RS256', kid: keyId, typ: type }).sign(key)
}

beforeAll(async () => {
  const keys = await generateKeyPair('RS256', { extractable: true })
  privateKey = keys.privateKey
  const jwk = { ...(await exportJWK(keys.publicKey)), kid, alg: 'RS256', use: 'sig' }
  server = createServer(async (request, response) => {
    const path = new URL(request.url ?? '/', 'http://localhost').pathname
    const metadata = {
      issuer,
      authorization_endpoint: `${issuer}/authorize`,
      token_endpoint: `${issuer}/token`,
      jwks_uri: `${issuer}/keys`,
      response_types_supported: ['code'],
      subject_types_supported: ['pairwise'],
      id_token_signing_alg_values_supported: ['RS256'],
    }
    if (path === '/keys') keysAsked += 1
    const answer =
      path === '/keys'
        ? { keys: [jwk] }
        : path === '/token'
          ? { access_token: 'x', token_type: 'Bearer', id_token: await sign({ ...says, nonce }) }
          : metadata
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const row = await portal.database.read
    .selectFrom('account')
    .innerJoin('member', 'member.member_id', 'account.member_id')
    .select(['member_number', 'account.brand'])
    .where('login_id', '=', 'MEMBER01')
    .executeTakeFirstOrThrow()
  memberNumber = row.member_number
  says = { sub: 'm-1', sid: 's-1', member_number: memberNumber, amr: ['mfa'] }
  const first = await signInClient(portal.origin, 'ADMIN001')
  const settings = {
    ...{ kind: 'oidc' as const, nameClaim: 'member_number', groupsClaim: '', trustsFactor: true },
    ...{ factorValues: ['mfa'], issuer, clientId: 'portico' },
  }
  const body = { name: 'Members', brand: row.brand, audience: 'members' as const, domains: [], settings }
  const everyBrand = await make(first, calls.makeConnection, { body: { ...body, brand: 'ALL' } })
  expect(everyBrand.status).toBe(400)
  const made = await make(first, calls.makeConnection, { body })
  connectionId = made.body.payload.connections.find(({ name }) => name === 'Members')?.connectionId ?? ''
  await portal.database.read
    .updateTable('identity_version')
    .set({ state: 'confirmed' })
    .where('connection_id', '=', connectionId)
    .execute()
  await portal.database.read
    .updateTable('identity_connection')
    .set({ live_version: 1 })
    .where('connection_id', '=', connectionId)
    .execute()
})
afterAll(() => new Promise((resolve) => server.close(resolve)))

/** Sends a browser to the provider; returns the provider's answer address. */
async function begin(client: Client, way: 'start' | 'confirm' = 'start'): Promise<string> {
  const to = new URL((await client.get(`/sso/${connectionId}/${way}`)).headers.get('location') ?? '')
  nonce = to.searchParams.get('nonce') ?? ''
  const query = new URLSearchParams({ code: 'a-code', state: to.searchParams.get('state') ?? '' })
  return `/sso/${connectionId}/answer?${query}`
}

async function signIn() {
  const client = new Client(portal.origin)
  const answer = await client.get(await begin(client))
  return { client, answer }
}
const isIn = async (client: Client) => {
  await client.takeToken()
  return (await make(client, overview, {})).status === 200
}

describe('OS-65 members through their plan', () => {
  test('are linked once by their member number; then only the subject counts', async () => {
    const { client, answer } = await signIn()
    expect(answer.headers.get('location')).toBe('/')
    expect(await isIn(client)).toBe(true)
    says = { ...says, sub: 'm-2', sid: 's-2' }
    expect((await signIn()).answer.status).toBe(403)
    says = { ...says, sub: 'm-1', sid: 's-1', member_number: 'someone else' }
    expect((await signIn()).answer.headers.get('location')).toBe('/')
  })

  test('an unknown number, two numbers, or none, let no one in', async () => {
    for (const value of ['NOBODY', [memberNumber, 'NOBODY'], undefined, { $ne: '' }]) {
      says = { sub: 'm-9', sid: 's-9', member_number: value }
      expect((await signIn()).answer.status).toBe(403)
    }
    says = { sub: 'm-1', sid: 's-1', amr: ['mfa'] }
  })

  test('OS-65 the number of another brand’s member lets no one in', async () => {
    const { read } = portal.database
    const account = await read
      .selectFrom('account')
      .select('brand')
      .where('login_id', '=', 'MEMBER01')
      .executeTakeFirst()
    const other = await read
      .selectFrom('account')
      .innerJoin('member', 'member.member_id', 'account.member_id')
      .select('member_number')
      .where('role', '=', 'MEMBER')
      .where('account.brand', '<>', account?.brand ?? '')
      .executeTakeFirstOrThrow()
    says = { sub: 'm-other', sid: 's-other', member_number: other.member_number }
    const { answer, client } = await signIn()
    says = { sub: 'm-1', sid: 's-1', amr: ['mfa'] }
    expect([answer.status, client.cookies.has('LtpaToken2')]).toEqual([403, false])
  })

  test('OS-65 a member with a second factor here is asked for it, unless the provider has required one', async () => {
    const { client } = await signIn()
    await addAuthenticator(client)
    expect((await signIn()).answer.headers.get('location')).toBe('/')
    says = { sub: 'm-1', sid: 's-1', amr: ['pwd'] }
    const { answer, client: half } = await signIn()
    says = { sub: 'm-1', sid: 's-1', amr: ['mfa'] }
    expect([answer.headers.get('location'), half.cookies.has('LtpaToken2')]).toEqual(['/sso/code', false])
    await portal.database.read.deleteFrom('authenticator').execute()
  })
})

describe('OS-62 mistakes that the provider may make', () => {
  test('its clock may be two minutes off, but not ten', async () => {
    for (const [offS, status] of [
      [-120, 302],
      [120, 302],
      [-600, 403],
    ] as const) {
      clockOffS = offS
      expect((await signIn()).answer.status).toBe(status)
    }
    clockOffS = 0
  })

  test.each([
    ['another issuer', { iss: 'https://attacker.example' }],
    ['another audience', { aud: 'another' }],
    ['another nonce', { nonce: 'another' }],
  ])('an ID token of %s lets no one in', async (_what, wrong) => {
    const before = says
    says = { ...says, ...wrong }
    const { answer, client } = await (async () => {
      if (!('nonce' in wrong)) return signIn()
      const own = new Client(portal.origin)
      const to = new URL((await own.get(`/sso/${connectionId}/start`)).headers.get('location') ?? '')
      nonce = 'another'
      const query = new URLSearchParams({ code: 'a-code', state: to.searchParams.get('state') ?? '' })
      return { client: own, answer: await own.get(`/sso/${connectionId}/answer?${query}`) }
    })()
    says = before
    expect(answer.status).toBe(403)
    expect(client.cookies.has('LtpaToken2')).toBe(false)
  })

  test('keys that it never had sign nothing', async () => {
    const own = privateKey
    privateKey = (await generateKeyPair('RS256')).privateKey
    expect((await signIn()).answer.status).toBe(403)
    privateKey = own
  })
})

describe('OS-62 when the provider authenticated the person', () => {
  test('a person let in without being asked has proven nothing recently: a sensitive change asks again', async () => {
    const usual = says
    const start = async (authTime: number | undefined) => {
      says = { ...usual, auth_time: authTime }
      const { client } = await signIn()
      const { authenticatedAt } = (await make(client, stepUpOptions, {})).body.payload
      const { body } = await make(client, beginAuthenticator, {})
      return { provenS: Math.floor(Date.parse(authenticatedAt) / 1000), refused: body.errors?.[0]?.errorMessage }
    }
    const nowS = Math.floor(Date.now() / 1000)
    expect(await start(nowS - 3600)).toEqual({ provenS: nowS - 3600, refused: 'STEP-UP-REQUIRED' })
    expect(await start(nowS - 30)).toEqual({ provenS: nowS - 30, refused: undefined })
    // A clock that is ahead does not make a proof in the future, and a missing time counts as now.
    for (const authTime of [nowS + 3600, undefined]) {
      const { provenS } = await start(authTime)
      expect(provenS).toBeGreaterThanOrEqual(nowS)
      expect(provenS).toBeLessThanOrEqual(Math.floor(Date.now() / 1000))
    }
    says = usual
  })

  test('before a sensitive change only a proof since then counts, for a session that still lives', async () => {
    const usual = says
    const { client } = await signIn()
    const nowS = Math.floor(Date.now() / 1000)
    for (const [authTime, status] of [
      [undefined, 403],
      ['now', 403],
      [nowS - 3600, 403],
      [nowS, 200],
    ] as const) {
      says = { ...usual, auth_time: authTime }
      expect([authTime, (await client.get(await begin(client, 'confirm'))).status]).toEqual([authTime, status])
    }
    const back = await begin(client, 'confirm')
    const left = client.copy()
    expect((await make(client, logout, {})).status).toBe(200)
    expect((await left.get(back)).status).toBe(403)
    says = usual
  })
})

describe('OS-62 back-channel logout', () => {
  const events = { 'http://schemas.openid.net/event/backchannel-logout': {} }
  const tell = async (payload: Record<string, unknown>, key?: CryptoKey, keyId?: string) =>
    (
      await new Client(portal.origin).send('POST', `/sso/${connectionId}/logout`, {
        form: { logout_token: await sign(payload, 'logout+jwt', key, keyId) },
        headers: { origin: undefined },
      })
    ).status

  test('ends the session that the provider names, and no other', async () => {
    const { client: one } = await signIn()
    says = { ...says, sid: 's-2' }
    const { client: two } = await signIn()
    expect(await tell({ sid: 's-1', jti: 'a', events })).toBe(200)
    expect([await isIn(one), await isIn(two)]).toEqual([false, true])
    expect(await tell({ sub: 'm-1', jti: 'b', events })).toBe(200)
    expect(await isIn(two)).toBe(false)
  })

  test('a token of someone else, an ID token, or one for nobody ends nothing', async () => {
    const { client } = await signIn()
    const stranger = (await generateKeyPair('RS256')).privateKey
    expect(await tell({ sub: 'm-1', jti: 'c', events }, stranger)).toBe(400)
    expect(await tell({ sub: 'm-1', jti: 'd' })).toBe(400)
    expect(await tell({ sub: 'm-1', jti: 'e', events, nonce: 'n' })).toBe(400)
    expect(await tell({ jti: 'f', events })).toBe(400)
    expect(await tell({ sub: 'nobody', jti: 'g', events })).toBe(200)
    const form = { logout_token: await sign({ sub: 'm-1', jti: 'h', events }, 'logout+jwt') }
    expect((await new Client(portal.origin).send('POST', '/sso/nowhere/logout', { form })).status).toBe(400)
    expect(await isIn(client)).toBe(true)
  })

  test('SI-13 forged tokens do not make us fetch the provider’s keys again and again', async () => {
    expect(await tell({ sub: 'nobody', jti: 'i', events })).toBe(200)
    const asked = keysAsked
    const stranger = (await generateKeyPair('RS256')).privateKey
    for (const keyId of [kid, 'another', 'one more'])
      expect(await tell({ sub: 'm-1', jti: keyId, events }, stranger, keyId)).toBe(400)
    expect(keysAsked).toBe(asked)
    expect(await tell({ sub: 'nobody', jti: 'j', events })).toBe(200)
  })
})

describe('OS-61 MP-12 cards kept on a phone', () => {
  const keep = async (client: Client) => {
    await client.takeToken()
    const keptId = randomUUID()
    expect((await make(client, keepCards, { body: { keptId } })).status).toBe(200)
    return keptId
  }
  const isShown = async (keptId: string) =>
    (await make(new Client(portal.origin), keptCards, { params: { keptId } })).body.payload.mayShow
  const timeOut = (client: Client) => make(client, logout, { query: { cause: 'inactivity' } })
  /**
   * One card through the connection and one through a password, both from timed-out sessions, and one through the connection whose session
   * is long gone.
   */
  const keepThree = async (sid: string) => {
    says = { ...says, sid }
    const { client: away } = await signIn()
    const { client: longAway } = await signIn()
    const other = await memberClient(portal.origin, 'MEMBER02')
    const kept = [await keep(away), await keep(longAway), await keep(other)]
    for (const client of [away, longAway, other]) await timeOut(client)
    await portal.database.read
      .updateTable('kept_card')
      .set({ session_id: randomUUID() })
      .where('kept_id', '=', kept[1] ?? '')
      .execute()
    expect(await Promise.all(kept.map(isShown))).toEqual([true, true, true])
    return kept
  }

  test('OS-62 end when the provider ends the session that had timed out here', async () => {
    const [kept = '', , other = ''] = await keepThree('s-kept')
    const tell = async (payload: Record<string, unknown>) => {
      const event = { 'http://schemas.openid.net/event/backchannel-logout': {} }
      const form = { logout_token: await sign({ ...payload, events: event }, 'logout+jwt') }
      const answer = await new Client(portal.origin).send('POST', `/sso/${connectionId}/logout`, {
        form,
        headers: { origin: undefined },
      })
      expect(answer.status).toBe(200)
    }
    await tell({ sid: 's-another', jti: 'kept-1' })
    expect([await isShown(kept), await isShown(other)]).toEqual([true, true])
    await tell({ sid: 's-kept', jti: 'kept-2' })
    expect([await isShown(kept), await isShown(other)]).toEqual([false, true])
  })

  test('OS-61 end with the link, and others’ stay', async () => {
    const kept = await keepThree('s-unlinked')
    const first = await signInClient(portal.origin, 'ADMIN001')
    const { account_id: accountId } = await portal.database.read
      .selectFrom('identity_link')
      .select('account_id')
      .where('connection_id', '=', connectionId)
      .executeTakeFirstOrThrow()
    expect((await make(first, calls.unlinkPerson, { params: { connectionId, accountId } })).status).toBe(200)
    expect(await Promise.all(kept.map(isShown))).toEqual([false, false, true])
    says = { ...says, member_number: memberNumber }
  })

  test('OS-60 end with the connection', async () => {
    const kept = await keepThree('s-stopped')
    const first = await signInClient(portal.origin, 'ADMIN001')
    expect((await make(first, calls.stopConnection, { params: { connectionId } })).status).toBe(200)
    expect(await Promise.all(kept.map(isShown))).toEqual([false, false, true])
  })
})
