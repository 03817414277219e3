import { calls } from '@portico/contract/calls'
import * as oauth from 'oauth4webapi'
import { beforeAll, describe, expect, test } from 'vitest'
import { make } from '../../../test/call.ts'
import { Client } from '../../../test/client.ts'
import { testPortal } from '../../../test/portal.ts'
import { rotateKeptKeys } from './token-keys.ts'

/** A program that knows only the portal's address, and uses a standard client library unchanged. */
const portal = testPortal()
let server: oauth.AuthorizationServer
const overHttp = { [oauth.allowInsecureRequests]: true }
const client: oauth.Client = { client_id: 'portico-test' }
const scope = 'resource.READ'

beforeAll(async () => {
  server = await discover()
})

async function discover() {
  const issuer = new URL(portal.origin)
  const answer = await oauth.discoveryRequest(issuer, { algorithm: 'oauth2', ...overHttp })
  return oauth.processDiscoveryResponse(issuer, answer)
}

async function byPassword(
  username = 'MEMBER01',
  password = 'Welcome1!',
  authentication: oauth.ClientAuth = oauth.None(),
): Promise<oauth.TokenEndpointResponse> {
  const form = new URLSearchParams({ username, password, scope })
  const answer = await oauth.genericTokenEndpointRequest(server, client, authentication, 'password', form, overHttp)
  return oauth.processGenericTokenEndpointResponse(server, client, answer)
}

async function byRefresh(refreshToken: string | undefined): Promise<oauth.TokenEndpointResponse> {
  const answer = await oauth.refreshTokenGrantRequest(server, client, oauth.None(), refreshToken ?? '', overHttp)
  return oauth.processRefreshTokenResponse(server, client, answer)
}

async function revoke(token: string | undefined): Promise<void> {
  const answer = await oauth.revocationRequest(server, client, oauth.None(), token ?? '', overHttp)
  await oauth.processRevocationResponse(answer)
}

/** Checks a token like a resource server that knows only the metadata. */
function validate(accessToken: string, metadata = server): Promise<oauth.JWTAccessTokenClaims> {
  const request = new Request(portal.origin, { headers: { authorization: `Bearer ${accessToken}` } })
  return oauth.validateJwtAccessToken(metadata, request, 'portico', overHttp)
}

async function inboxStatus(accessToken: string): Promise<number> {
  const caller = new Client(portal.origin)
  caller.bearer = accessToken
  return (await make(caller, calls.listMessages, {})).status
}

async function refusal(attempt: Promise<unknown>): Promise<unknown[]> {
  const error = await attempt.then(
    () => null,
    (thrown: unknown) => thrown,
  )
  expect(error).toBeInstanceOf(oauth.ResponseBodyError)
  const { status, error: code, error_description: description } = error as oauth.ResponseBodyError
  return [status, code, description]
}

describe('SI-11 an unchanged standard client', () => {
  test('SI-11 EN-2 finds everything by the metadata of whichever of our hosts it asks', async () => {
    expect(server).toEqual({
      issuer: portal.origin,
      token_endpoint: `${portal.origin}/api/oauth/token`,
      token_endpoint_auth_methods_supported: ['client_secret_basic', 'none'],
      revocation_endpoint: `${portal.origin}/api/oauth/revoke`,
      revocation_endpoint_auth_methods_supported: ['client_secret_basic', 'none'],
      jwks_uri: `${portal.origin}/.well-known/jwks.json`,
      grant_types_supported: ['password', 'refresh_token'],
      response_types_supported: [],
      scopes_supported: [scope],
    })
    const caller = new Client(portal.origin)
    for (const path of ['/.well-known/oauth-authorization-server', '/.well-known/jwks.json']) {
      expect((await caller.get(path)).headers.get('cache-control')).toMatch(/^public, max-age=[1-9]/)
    }
    caller.host = 'oauth-q.highmark.localhost:8080'
    const { body } = await caller.get('/.well-known/oauth-authorization-server')
    expect(body).toMatchObject({ issuer: `http://${caller.host}`, jwks_uri: expect.stringContaining(caller.host) })
  })

  test('SI-11 signs in by password, and its token gives access', async () => {
    const tokens = await byPassword()
    expect(tokens).toMatchObject({ expires_in: 300, scope, token_type: 'bearer', refresh_token: expect.any(String) })
    expect(await inboxStatus(tokens.access_token)).toBe(200)
  })

  test('SI-11 may identify itself in the header, with a secret that does not count', async () => {
    expect(
      await inboxStatus((await byPassword('MEMBER01', 'Welcome1!', oauth.ClientSecretBasic('none'))).access_token),
    ).toBe(200)
  })

  test('SI-11 can check an access token with only the published keys', async () => {
    const { access_token } = await byPassword('MEMBER02')
    expect(await validate(access_token)).toMatchObject({
      uid: 'MEMBER02',
      client_id: 'portico-test',
      iss: portal.origin,
    })
    const [head = '', claims = '', signature = ''] = access_token.split('.')
    await expect(
      validate(`${head}.${claims}.${signature.startsWith('A') ? 'B' : 'A'}${signature.slice(1)}`),
    ).rejects.toThrow()
  })

  test('SI-11 refreshes, each time with its latest token; an old one ends the family and its session', async () => {
    const first = await byPassword()
    const second = await byRefresh(first.refresh_token)
    const third = await byRefresh(second.refresh_token)
    expect(new Set([first, second, third].map(({ refresh_token }) => refresh_token)).size).toBe(3)
    expect(await inboxStatus(third.access_token)).toBe(200)
    expect(await refusal(byRefresh(second.refresh_token))).toEqual([400, 'invalid_grant', expect.any(String)])
    expect(await refusal(byRefresh(third.refresh_token))).toEqual([400, 'invalid_grant', expect.any(String)])
    for (const { access_token } of [first, second, third]) expect(await inboxStatus(access_token)).toBe(401)
  })

  test.each(['refresh_token', 'access_token'] as const)(
    'SI-11 revokes by the %s, and nothing of the sign-in works any longer',
    async (name) => {
      const first = await byPassword()
      const second = await byRefresh(first.refresh_token)
      const other = await byPassword()
      await revoke(second[name])
      expect(await inboxStatus(first.access_token)).toBe(401)
      expect(await inboxStatus(second.access_token)).toBe(401)
      expect(await refusal(byRefresh(second.refresh_token))).toEqual([400, 'invalid_grant', expect.any(String)])
      expect(await inboxStatus(other.access_token)).toBe(200)
      await revoke(second[name])
      await revoke('nobody-has-this-one')
    },
  )

  test('SI-11 ER-11 reads why it was refused', async () => {
    expect(await refusal(byPassword('MEMBER01', 'Wrong-pass1'))).toEqual([
      400,
      'invalid_grant',
      'invalid_grant_incorrect_creds',
    ])
    expect(await refusal(byRefresh('A'.repeat(43)))).toEqual([400, 'invalid_grant', expect.any(String)])
  })

  test('SI-11 continues across a change of the signing key, and dropping a key signs nobody out', async () => {
    const before = await byPassword()
    await validate(before.access_token)
    await rotateKeptKeys(portal.dataDir, { now: new Date(), delayMs: 0 })
    expect(await readPublishedKeys()).toHaveLength(2)
    const after = await byRefresh(before.refresh_token)
    expect(readKid(after.access_token)).not.toBe(readKid(before.access_token))
    for (const { access_token } of [before, after]) {
      expect(await inboxStatus(access_token)).toBe(200)
      // Another resource server, which did not know the earlier keys.
      expect(await validate(access_token, await discover())).toMatchObject({ uid: 'MEMBER01' })
    }
    await rotateKeptKeys(portal.dataDir, 'drop-old')
    expect(await readPublishedKeys()).toHaveLength(1)
    for (const { access_token } of [before, after]) expect(await inboxStatus(access_token)).toBe(401)
    expect(await inboxStatus((await byRefresh(after.refresh_token)).access_token)).toBe(200)
  })

  test('SI-11 knows a new key before it signs, so that a cache of keys is never behind', async () => {
    await rotateKeptKeys(portal.dataDir, { now: new Date(), delayMs: 600_000 })
    const [next, signing] = await readPublishedKeys()
    const { access_token } = await byPassword()
    expect(readKid(access_token)).toBe(signing?.kid)
    expect(next?.kid).not.toBe(signing?.kid)
  })
})

function readKid(token: string): string {
  return JSON.parse(Buffer.from(token.split('.')[0] ?? '', 'base64url').toString()).kid
}

async function readPublishedKeys() {
  const { body } = await new Client(portal.origin).get('/.well-known/jwks.json')
  return (body as unknown as { keys: { kid: string }[] }).keys
}
