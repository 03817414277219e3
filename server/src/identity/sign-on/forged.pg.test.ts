import { createHmac, createPublicKey, type JsonWebKey } from 'node:crypto'
import * as calls from '@portico/contract/calls/connections'
import { getUserInfo } from '@portico/contract/calls/identity'
import { generateKeyPair, SignJWT } from 'jose'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readByLogin } from '../../../test/accounts.ts'
import { make } from '../../../test/call.ts'
import { Client, signInClient } from '../../../test/client.ts'
import { isAwaited } from '../../../test/gate.ts'
import { type OddProvider, startOddProvider, switchOn } from '../../../test/odd-provider.ts'
import { testPortal } from '../../../test/portal.ts'

const portal = testPortal()
const secret = 'a secret that the provider gave us'
let first: Client
let provider: OddProvider
let connectionId: string
let otherId: string

beforeAll(async () => {
  provider = await startOddProvider()
  first = await signInClient(portal.origin, 'ADMIN001')
  const second = await signInClient(portal.origin, 'ADMIN002')
  const connect = async (name: string, clientId: string) => {
    const settings = {
      ...{ kind: 'oidc' as const, nameClaim: 'preferred_username', groupsClaim: '', trustsFactor: false },
      ...{ factorValues: [], issuer: provider.issuer, clientId },
    }
    const body = { name, brand: 'hmbcbs', audience: 'staff' as const, domains: [], settings, secret }
    const made = await make(first, calls.makeConnection, { body })
    const id = made.body.payload.connections.find((one) => one.name === name)?.connectionId ?? ''
    await switchOn(portal.database, id)
    return id
  }
  connectionId = await connect('Employees', 'portico')
  otherId = await connect('Others', 'portico-other')
  const body = { loginId: 'CSRREP01', expected: 'dana' }
  for (const client of [first, second]) await make(client, calls.expectPerson, { params: { connectionId }, body })
})
afterAll(() => provider.close())

const findId = async (loginId: string) => (await readByLogin(portal.database.read, loginId)).account_id

type Payload = Record<string, unknown>
type Forge = (payload: Payload) => string | Promise<string>

const nowS = () => Math.floor(Date.now() / 1000)
const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
const sign = (payload: Payload, header: Payload = {}, key = provider.privateKey) =>
  new SignJWT(payload).setProtectedHeader({ alg: 'RS256', kid: provider.kid, ...header }).sign(key)
/** A token signed with a key that everyone knows, or that only we and the provider know. */
const signBySecret = (payload: Payload, key: string | Buffer, kid: Payload = { kid: provider.kid }) => {
  const signed = `${encode({ alg: 'HS256', typ: 'JWT', ...kid })}.${encode(payload)}`
  return `${signed}.${createHmac('sha256', key).update(signed).digest('base64url')}`
}
const publicPem = () =>
  createPublicKey({ key: provider.publicJwk as JsonWebKey, format: 'jwk' }).export({ type: 'spki', format: 'pem' })

async function signIn(forge: Forge = (payload) => sign(payload), id = connectionId) {
  const client = new Client(portal.origin)
  const to = new URL((await client.get(`/sso/${id}/start`)).headers.get('location') ?? '')
  const { nonce = '', state = '' } = Object.fromEntries(to.searchParams)
  const usual = { iss: provider.issuer, aud: 'portico', sub: 'u-1', nonce, preferred_username: 'dana' }
  provider.answerWith(() => forge({ ...usual, iat: nowS(), exp: nowS() + 60, sid: 's-1' }))
  const answer = await client.get(`/sso/${id}/answer?${new URLSearchParams({ code: 'a-code', state })}`)
  return { client, answer, isIn: client.cookies.has('LtpaToken2') }
}
const readLatest = async (id = connectionId) => {
  const { connections } = (await make(first, calls.listConnections, {})).body.payload
  return connections.find((one) => one.connectionId === id)?.attempts[0]?.outcome
}

describe('OS-62 an ID token that the provider did not issue, or not for this sign-in', () => {
  const forgeries: readonly (readonly [string, Forge])[] = [
    ['that says it is not signed', (payload) => `${encode({ alg: 'none' })}.${encode(payload)}.`],
    ['that says so in capitals', (payload) => `${encode({ alg: 'NONE' })}.${encode(payload)}.`],
    ['whose signature was taken off', async (payload) => `${(await sign(payload)).split('.').slice(0, 2).join('.')}.`],
    ["signed with the provider's public key as a secret", (payload) => signBySecret(payload, publicPem())],
    ['the same, as it is read there', (payload) => signBySecret(payload, JSON.stringify(provider.publicJwk))],
    ['signed with an empty secret', (payload) => signBySecret(payload, '', {})],
    ['signed with the secret of ours, which is no key', (payload) => signBySecret(payload, secret, {})],
    [
      'that brings its own key',
      async (payload) => {
        const { privateKey } = await generateKeyPair('RS256')
        return sign(payload, { jwk: { kty: 'RSA', n: 'x', e: 'AQAB' } }, privateKey)
      },
    ],
    ['of a key with another name', (payload) => sign(payload, { kid: 'another' }, provider.privateKey)],
    ['for another client', (payload) => sign({ ...payload, aud: 'another' })],
    ['for several clients, made for another', (payload) => sign({ ...payload, aud: ['portico', 'x'], azp: 'x' })],
    ['for no one', ({ aud: _aud, ...payload }) => sign(payload)],
    ['of another issuer', (payload) => sign({ ...payload, iss: 'https://attacker.example' })],
    ['of an issuer with another ending', (payload) => sign({ ...payload, iss: `${payload.iss}/` })],
    ['that has expired', (payload) => sign({ ...payload, iat: nowS() - 900, exp: nowS() - 300 })],
    ['that never expires', ({ exp: _exp, ...payload }) => sign(payload)],
    ['that is good later', (payload) => sign({ ...payload, nbf: nowS() + 900 })],
    ['of another sign-in', (payload) => sign({ ...payload, nonce: 'another' })],
    ['of no sign-in', ({ nonce: _nonce, ...payload }) => sign(payload)],
    ['of no one', ({ sub: _sub, ...payload }) => sign(payload)],
    [
      'changed after it was signed',
      async (payload) => {
        const [header, , signature] = (await sign({ ...payload, sub: 'u-2' })).split('.')
        return `${header}.${encode(payload)}.${signature}`
      },
    ],
  ]

  test('OS-62 the right one lets them in', async () => {
    const { answer, isIn } = await signIn()
    expect([answer.headers.get('location'), isIn]).toEqual(['/', true])
  })

  test.each([
    ['ahead', 120],
    ['behind', -120],
  ])('OS-62 one from a clock that is two minutes %s lets them in', async (_where, off) => {
    const { isIn } = await signIn((payload) => sign({ ...payload, iat: nowS() + off, exp: nowS() + off + 60 }))
    expect(isIn).toBe(true)
  })

  test.each(forgeries)('OS-62 one %s lets no one in', async (_what, forge) => {
    const { answer, isIn } = await signIn(forge)
    expect([answer.status, isIn]).toEqual([403, false])
    expect(await readLatest()).toMatch(/^answer-/)
  })

  test('OS-62 one connection’s token does not work for another at the same provider', async () => {
    const { answer, isIn } = await signIn(undefined, otherId)
    expect([answer.status, isIn]).toEqual([403, false])
  })
})

describe('OS-62 the browser that began', () => {
  const [host, known] = ['secure.highmark.example', 'k'.repeat(43)]
  const open = (cookie: string) => {
    const client = new Client(portal.origin)
    client.host = host
    client.cookies.set(cookie, known)
    return client
  }

  test('OS-62 is recognized by the cookie that no other host can set, if there is one', async () => {
    const client = open('providerBrowser')
    await client.get(`/sso/${connectionId}/start`)
    const kept = client.cookies.get('__Host-providerBrowser')
    expect([typeof kept, kept === known]).toEqual(['string', false])
    // The attacker began a sign-in, and a sibling host sets the attacker's cookie in the victim's browser.
    const attacker = open('__Host-providerBrowser')
    const to = new URL((await attacker.get(`/sso/${connectionId}/start`)).headers.get('location') ?? '')
    const { nonce = '', state = '' } = Object.fromEntries(to.searchParams)
    const usual = { iss: provider.issuer, aud: 'portico', sub: 'u-1', nonce, iat: nowS(), exp: nowS() + 60 }
    provider.answerWith(() => sign(usual))
    const back = `/sso/${connectionId}/answer?${new URLSearchParams({ code: 'a-code', state })}`
    const victim = open('providerBrowser')
    expect([(await victim.get(back)).status, await readLatest()]).toEqual([403, 'other-browser'])
    expect((await attacker.get(back)).headers.get('location')).toBe('/')
  })
})

test('OS-62 SI-13 the provider is not asked for addresses from which too many answers were wrong', async () => {
  const { read } = portal.database
  const kind = 'sign-on-address'
  let asked = 0
  const forge = () => {
    asked += 1
    return 'no token'
  }
  expect([(await signIn(forge)).answer.status, asked]).toEqual([403, 1])
  const until = { locked_until: new Date(Date.now() + 60_000) }
  await read.updateTable('sign_in_limit').set(until).where('kind', '=', kind).execute()
  expect((await signIn(forge)).answer.status).toBe(429)
  expect([(await signIn(forge)).answer.status, asked]).toEqual([429, 2])
  await read.deleteFrom('sign_in_limit').where('kind', '=', kind).execute()
  expect((await signIn()).isIn).toBe(true)
})

test('OS-62 nothing is stored of a sign-in before someone comes back', async () => {
  const count = async () =>
    (await portal.database.read.selectFrom('identity_request').select('state_hash').execute()).length
  const before = await count()
  expect((await new Client(portal.origin).get(`/sso/${connectionId}/start`)).status).toBe(302)
  expect(await count()).toBe(before)
  expect((await signIn()).isIn).toBe(true)
  expect(await count()).toBe(before + 1)
})

test('OS-61 a person who first signs in while an administrator renames them stays linked', async () => {
  const { read } = portal.database
  const whose = { connection_id: connectionId, account_id: await findId('CSRREP02') }
  await read
    .insertInto('identity_link')
    .values({ ...whose, expected: 'ana', created_at: new Date() })
    .execute()
  const link = portal.database.read
    .selectFrom('identity_link')
    .select('subject')
    .where('account_id', '=', whose.account_id)
  const { asked } = await portal.database.transaction(async (tx) => {
    const linked = { issuer: provider.issuer, subject: 'u-ana', linked_at: new Date() }
    await tx.updateTable('identity_link').set(linked).where('account_id', '=', whose.account_id).execute()
    const body = { loginId: 'CSRREP02', expected: 'another' }
    const started = make(first, calls.expectPerson, { params: { connectionId }, body })
    await expect.poll(() => isAwaited(tx)).toBe(true)
    return { asked: started }
  })
  expect((await asked).status).toBe(409)
  expect(await link.execute()).toEqual([{ subject: 'u-ana' }])
})

describe('OS-62 a logout token', () => {
  const events = { 'http://schemas.openid.net/event/backchannel-logout': {} }
  const say = (over: Payload = {}): Payload => {
    const usual = { iss: provider.issuer, aud: 'portico', sub: 'u-1', jti: crypto.randomUUID(), events }
    return { ...usual, iat: nowS(), exp: nowS() + 60, ...over }
  }
  const send = (token: string, id = connectionId) =>
    new Client(portal.origin).send('POST', `/sso/${id}/logout`, {
      form: { logout_token: token },
      headers: { origin: undefined },
    })
  const tell = async (payload: Payload) => (await send(await sign(payload, { typ: 'logout+jwt' }))).status
  const isIn = async (client: Client) => (await make(client, getUserInfo, {})).status === 200

  test.each<[string, (payload: Payload) => string | Promise<string>]>([
    ['for another client', (payload) => sign({ ...payload, aud: 'another' })],
    ['of another issuer', (payload) => sign({ ...payload, iss: 'https://attacker.example' })],
    ['with a nonce', (payload) => sign({ ...payload, nonce: 'n' })],
    ['without an event', ({ events: _events, ...payload }) => sign(payload)],
    ['of another event', (payload) => sign({ ...payload, events: { 'https://attacker.example/event': {} } })],
    ['without an id', ({ jti: _jti, ...payload }) => sign(payload)],
    ['with an empty id', (payload) => sign({ ...payload, jti: '' })],
    ['without a time', ({ iat: _iat, ...payload }) => sign(payload)],
    ['that is old', (payload) => sign({ ...payload, iat: nowS() - 900, exp: nowS() + 60 })],
    ['that is not signed', (payload) => `${encode({ alg: 'none' })}.${encode(payload)}.`],
    ['signed with the public key as a secret', (payload) => signBySecret(payload, publicPem())],
    ['about no one', ({ sub: _sub, ...payload }) => sign(payload)],
    ['that is empty', () => ''],
  ])('OS-62 %s ends nothing', async (_what, forge) => {
    const { client } = await signIn()
    const answer = await send(await forge(say()))
    expect([answer.status, answer.headers.get('cache-control')]).toEqual([400, 'no-store'])
    expect(await isIn(client)).toBe(true)
  })

  test('OS-62 one for a connection ends nothing at another with the same provider', async () => {
    const { client } = await signIn()
    expect((await send(await sign(say()), otherId)).status).toBe(400)
    expect((await send(await sign(say({ aud: 'portico-other' })), otherId)).status).toBe(200)
    expect(await isIn(client)).toBe(true)
  })

  test('OS-62 sent twice, it ends nothing begun in between, even both at the same moment', async () => {
    const { client } = await signIn()
    const payload = say()
    const both = await Promise.all([tell(payload), tell(payload)])
    expect(both.sort()).toEqual([200, 400])
    expect(await isIn(client)).toBe(false)
    const { client: later } = await signIn()
    expect(await tell(payload)).toBe(400)
    expect(await readLatest()).toBe('answer-repeated')
    expect(await isIn(later)).toBe(true)
    // The id of another token, or of another connection, does not count as the same.
    expect((await send(await sign({ ...payload, aud: 'portico-other' }), otherId)).status).toBe(200)
    expect(await tell(say())).toBe(200)
    expect(await isIn(later)).toBe(false)
  })

  test('OS-62 its id lets no one in', async () => {
    const payload = say({ jti: 'known' })
    expect(await tell(payload)).toBe(200)
    const query = new URLSearchParams({ code: 'a-code', state: `${connectionId} message known` })
    provider.answerWith(() => sign({ ...payload, nonce: '' }))
    const client = new Client(portal.origin)
    expect((await client.get(`/sso/${connectionId}/answer?${query}`)).status).toBe(403)
    expect(client.cookies.has('LtpaToken2')).toBe(false)
  })
})

test('OS-62 a sign-in begun at one instance ends at another, once, and each refuses a repetition', async () => {
  const beside = await portal.startBeside()
  const begin = async () => {
    const client = new Client(portal.origin)
    const to = new URL((await client.get(`/sso/${connectionId}/start`)).headers.get('location') ?? '')
    const { nonce = '', state = '' } = Object.fromEntries(to.searchParams)
    provider.answerWith(() =>
      sign({ iss: provider.issuer, aud: 'portico', sub: 'u-1', nonce, iat: nowS(), exp: nowS() + 60 }),
    )
    const path = `/sso/${connectionId}/answer?${new URLSearchParams({ code: 'a-code', state })}`
    const finish = async (at: string) => {
      const browser = client.copy(at)
      await browser.get(path)
      return browser.cookies.has('LtpaToken2')
    }
    return finish
  }
  const finish = await begin()
  expect(await finish(beside)).toBe(true)
  for (const at of [portal.origin, beside]) {
    expect(await finish(at)).toBe(false)
    expect(await readLatest()).toBe('answer-repeated')
  }
  const finishTwice = await begin()
  const both = await Promise.all([finishTwice(portal.origin), finishTwice(beside)])
  expect(both.sort()).toEqual([false, true])
})
