import { type AddressInfo, createServer } from 'node:net'
import { decideApp, listApps } from '@portico/contract/calls/apps'
import { exportJWK, generateKeyPair } from 'jose'
import * as oauth from 'oauth4webapi'
import { beforeAll, describe, expect, test } from 'vitest'
import { make } from '../../../test/call.ts'
import { type Client, signInClient } from '../../../test/client.ts'
import { testPortal } from '../../../test/portal.ts'
import { addSystem, clinic, type System } from '../../../test/systems.ts'
import { createReadSystemAccess } from './read-system-access.ts'

const portal = testPortal({ SANDBOX_BRANDS: 'ms', PRIVATE_PROVIDERS: '0' })
const overHttp = { [oauth.allowInsecureRequests]: true }
let system: System
let admin: Client
beforeAll(async () => {
  system = await addSystem(portal.database, 'clinic', clinic)
  admin = await signInClient(portal.origin, 'ADMIN001')
})

const readAccess = (token: string, brand: string) =>
  createReadSystemAccess({ database: portal.database, isOpen: ({ state }) => state === 'listed' })(token, brand)

async function register(more: object): Promise<{ readonly status: number; readonly body: Record<string, string> }> {
  const { publicKey } = await generateKeyPair('ES384', { extractable: true })
  const metadata = {
    client_name: 'Clinic records',
    contacts: ['dev@clinic.example'],
    token_endpoint_auth_method: 'private_key_jwt',
    grant_types: ['client_credentials'],
    jwks: { keys: [{ ...(await exportJWK(publicKey)), kid: '1' }] },
    ...{ organization: 'Example Clinic', organization_type: 'provider', npis: ['1234567893'] },
    ...more,
  }
  const answer = await fetch(`${portal.origin}/connect/ms/apps`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(metadata),
  })
  return { status: answer.status, body: (await answer.json()) as Record<string, string> }
}

describe('OS-50 systems of organizations', () => {
  test('OS-50 a system authenticates with its key, and gets a five-minute token for its organization', async () => {
    const issuer = new URL(`${portal.origin}/connect/hmbcbs`)
    const server = await oauth.processDiscoveryResponse(issuer, await oauth.discoveryRequest(issuer, overHttp))
    expect(server.grant_types_supported).toContain('client_credentials')
    const answer = await system.ask(portal.origin, 'hmbcbs')
    const token = await oauth.processClientCredentialsResponse(server, { client_id: 'clinic' }, answer)
    expect(token).toMatchObject({ token_type: 'bearer', scope: 'system/*.rs', expires_in: 300 })
    expect(token.refresh_token).toBeUndefined()
    expect(await readAccess(token.access_token, 'hmbcbs')).toEqual({
      ...{ clientId: 'clinic', brand: 'hmbcbs', scopes: ['system/*.rs'], organization: clinic },
    })
    expect(await readAccess(token.access_token, 'ms')).toBeNull()
    // It gives access to no one's own data.
    const headers = { authorization: `Bearer ${token.access_token}` }
    expect((await fetch(`${portal.origin}/fhir/hmbcbs/r4/Coverage`, { headers })).status).toBe(401)
  })

  test.each([
    ['good for an hour', { exp: Math.floor(Date.now() / 1000) + 3600 }],
    ['over', { exp: Math.floor(Date.now() / 1000) - 60 }],
    ['for another server', { aud: 'https://other.example/token' }],
    ['of another client', { iss: 'someone', sub: 'someone' }],
    ['without an id', { jti: undefined }],
  ])('OS-50 an assertion that is %s is refused', async (_what, claims) => {
    expect([400, 401]).toContain((await system.ask(portal.origin, 'hmbcbs', claims)).status)
  })

  test('OS-50 an assertion works once, and people’s scopes are not for systems', async () => {
    const once = { jti: 'the same again' }
    expect((await system.ask(portal.origin, 'hmbcbs', once)).status).toBe(200)
    expect((await system.ask(portal.origin, 'hmbcbs', once)).status).toBe(401)
    expect((await system.ask(portal.origin, 'hmbcbs', {}, 'patient/*.rs')).status).toBe(400)
  })

  test('OS-50 OS-36 it registers like an app, works in the sandbox, and with real data once it was checked', async () => {
    const { status, body } = await register({})
    expect([status, body.grant_types]).toEqual([201, ['client_credentials']])
    const { apps } = (await make(admin, listApps, {})).body.payload
    expect(apps.find(({ clientId }) => clientId === body.client_id)).toMatchObject({
      state: 'waiting',
      organization: { kind: 'provider', name: 'Example Clinic', npis: ['1234567893'] },
    })
    const decide = (state: 'listed' | 'ended', reason = '') =>
      make(admin, decideApp, { params: { appId: system.clientId }, body: { state, reason } })
    const token = await system.token(portal.origin, 'hmbcbs')
    await decide('ended', 'It no longer treats our members.')
    expect(await readAccess(token, 'hmbcbs')).toBeNull()
    expect((await system.ask(portal.origin, 'hmbcbs')).status).toBe(401)
  })

  test('OS-50 an address of keys in a private network is not called', async () => {
    let count = 0
    const inside = createServer((socket) => {
      count += 1
      socket.destroy()
    })
    await new Promise<void>((resolve) => inside.listen(0, '127.0.0.1', resolve))
    const { port } = inside.address() as AddressInfo
    const prober = await addSystem(portal.database, 'prober', clinic)
    const moved = { jwks: null, jwks_uri: `https://127.0.0.1:${port}/keys` }
    await portal.database.read.updateTable('app').set(moved).where('client_id', '=', 'prober').execute()
    expect((await prober.ask(portal.origin, 'hmbcbs')).status).toBe(401)
    inside.close()
    expect(count).toBe(0)
  })

  test.each([
    ['a provider without numbers', { npis: [] }],
    ['a number that is none', { npis: ['1234567890'] }],
    ['no key', { jwks: null }],
    ['a secret', { token_endpoint_auth_method: 'client_secret_basic', jwks: null }],
    ['an address to be called back at', { redirect_uris: ['https://app.example/callback'] }],
    ['no organization', { organization_type: undefined }],
    ['an app of people with an organization', { grant_types: ['authorization_code'] }],
    ['both ways of granting', { grant_types: ['authorization_code', 'client_credentials'] }],
  ])('OS-50 registering with %s is refused', async (_what, more) => {
    expect((await register(more)).status).toBe(400)
  })
})
