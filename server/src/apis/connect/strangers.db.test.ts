import { endConnectedApp, listConnectedApps } from '@portico/contract/calls/apps'
import { valuesAt } from '@portico/rules/fhir/json'
import { Client as FhirClient, type FhirResource } from 'fhir-kit-client'
import { exportJWK, generateKeyPair } from 'jose'
import * as oauth from 'oauth4webapi'
import * as openid from 'openid-client'
import { beforeAll, describe, expect, test } from 'vitest'
import { addApp, agree, begin, redirectUri } from '../../../test/apps.ts'
import { make } from '../../../test/call.ts'
import { type Client, signInClient } from '../../../test/client.ts'
import { testPortal } from '../../../test/portal.ts'

const portal = testPortal()
const brand = 'hmbcbs'
const scope = 'openid fhirUser offline_access launch/patient patient/*.rs'
const overHttp = { [oauth.allowInsecureRequests]: true }

let member: Client
let patientId: string

const issuer = () => new URL(`${portal.origin}/connect/${brand}`)
const fhirBase = () => `${portal.origin}/fhir/${brand}/r4`
const read = async (token: string | undefined) =>
  (await fetch(`${fhirBase()}/Nothing/1`, { headers: { authorization: `Bearer ${token}` } })).status

beforeAll(async () => {
  member = await signInClient(portal.origin, 'MEMBER01')
  const own = portal.database.read.selectFrom('account').select('member_id').where('login_id', '=', 'MEMBER01')
  patientId = (await own.executeTakeFirstOrThrow()).member_id ?? ''
  await addApp(portal.database, 'public-app')
  await addApp(portal.database, 'secret-app', { secret: 'a secret of the app', auth_method: 'client_secret_basic' })
})

/** Connects like an app with `openid-client`, from discovery to tokens. */
async function connect(config: openid.Configuration, choice: Parameters<typeof agree>[2] = {}, scopes = scope) {
  const verifier = openid.randomPKCECodeVerifier()
  const state = openid.randomState()
  const nonce = openid.randomNonce()
  const address = openid.buildAuthorizationUrl(config, {
    ...{ redirect_uri: redirectUri, scope: scopes, state, nonce, aud: fhirBase() },
    code_challenge: await openid.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
  })
  const back = await agree(member, await begin(member, address), choice)
  const checks = { pkceCodeVerifier: verifier, expectedState: state, expectedNonce: nonce }
  return openid.authorizationCodeGrant(config, back, checks)
}

function discover(clientId: string, authentication?: openid.ClientAuth, secret?: string) {
  return openid.discovery(issuer(), clientId, secret, authentication, { execute: [openid.allowInsecureRequests] })
}

describe('openid-client, unchanged', () => {
  test('OS-31 OS-32 a public app gets tokens, an id token with fhirUser, and the patient', async () => {
    const config = await discover('public-app', openid.None())
    const kept: (string | null)[][] = []
    config[openid.customFetch] = async (url, options) => {
      const answer = await fetch(url, options as RequestInit)
      if (url.endsWith('/token')) kept.push(['cache-control', 'pragma'].map((name) => answer.headers.get(name)))
      return answer
    }
    const tokens = await connect(config)
    expect(tokens).toMatchObject({ token_type: 'bearer', patient: patientId, need_patient_banner: true, tenant: brand })
    expect(tokens.scope?.split(' ')).toEqual(expect.arrayContaining(scope.split(' ')))
    expect(tokens.expires_in).toBe(3600)
    expect(tokens.claims()).toMatchObject({ iss: issuer().href, fhirUser: `${fhirBase()}/Patient/${patientId}` })
    const info = await openid.fetchUserInfo(config, tokens.access_token, tokens.claims()?.sub ?? '')
    expect(info.fhirUser).toBe(`${fhirBase()}/Patient/${patientId}`)
    expect(await read(tokens.access_token)).toBe(404)

    const again = await openid.refreshTokenGrant(config, tokens.refresh_token ?? '')
    expect(again).toMatchObject({ patient: patientId })
    expect(again.refresh_token).not.toBe(tokens.refresh_token)
    expect(await read(again.access_token)).toBe(404)
    expect(kept).toEqual([
      ['no-store', 'no-cache'],
      ['no-store', 'no-cache'],
    ])
    await openid.tokenRevocation(config, again.refresh_token ?? '')
    expect(await read(again.access_token)).toBe(401)
    expect(await read(tokens.access_token)).toBe(401)
    await expect(openid.refreshTokenGrant(config, again.refresh_token ?? '')).rejects.toThrow()
  })

  test('OS-35 a confidential app introspects its own token; another app may not', async () => {
    const config = await discover('secret-app', openid.ClientSecretBasic('a secret of the app'))
    const tokens = await connect(config, { parts: ['coverage'] })
    expect(await openid.tokenIntrospection(config, tokens.access_token)).toMatchObject({
      active: true,
      client_id: 'secret-app',
      patient: patientId,
    })
    const wrong = await discover('secret-app', openid.ClientSecretBasic('another secret'))
    await expect(openid.refreshTokenGrant(wrong, tokens.refresh_token ?? '')).rejects.toMatchObject({ status: 401 })
    await addApp(portal.database, 'other-app', { secret: 'its own secret' })
    const other = await discover('other-app', openid.ClientSecretBasic('its own secret'))
    expect(await openid.tokenIntrospection(other, tokens.access_token)).toEqual({ active: false })
  })

  test.each(['ES384', 'RS384'])('OS-31 an app authenticates with its own key (%s)', async (algorithm) => {
    const { publicKey, privateKey } = await generateKeyPair(algorithm)
    const jwks = { keys: [{ ...(await exportJWK(publicKey)), kid: 'one', alg: algorithm, use: 'sig' }] }
    const clientId = `key-app-${algorithm}`
    await addApp(portal.database, clientId, { auth_method: 'private_key_jwt', jwks: JSON.stringify(jwks) })
    const config = await discover(clientId, openid.PrivateKeyJwt({ key: privateKey, kid: 'one' }))
    const tokens = await connect(config)
    expect(await read(tokens.access_token)).toBe(404)
    expect((await openid.refreshTokenGrant(config, tokens.refresh_token ?? '')).access_token).toBeTruthy()
  })

  test('OS-33 OS-38 scopes that the person takes away are in no token, and are not requested again', async () => {
    const config = await discover('public-app', openid.None())
    const tokens = await connect(config, { parts: ['coverage', 'claims'], lasts: 'once' })
    const scopes = tokens.scope?.split(' ') ?? []
    expect(scopes).toEqual(expect.arrayContaining(['patient/Coverage.rs', 'patient/ExplanationOfBenefit.rs?use=claim']))
    expect(scopes.filter((one) => /\*|Condition|Medication[RD]|preauthorization/.test(one))).toEqual([])
    // A single visit needs no refresh token.
    expect(tokens.refresh_token).toBeUndefined()
    const given = await connect(config, { parts: ['coverage'] }, 'openid patient/Coverage.read patient/Condition.rs')
    expect(given.scope).toBe('openid patient/Coverage.read')
  })

  test('OS-38 an app that only asks who someone is gets no data, and can be allowed', async () => {
    const config = await discover('public-app', openid.None())
    const tokens = await connect(config, {}, 'openid fhirUser')
    expect(tokens.scope).toBe('openid fhirUser')
    expect(tokens.claims()?.fhirUser).toBe(`${fhirBase()}/Patient/${patientId}`)
  })

  test('OS-39 ending it in the account settings ends everything at once', async () => {
    const config = await discover('public-app', openid.None())
    const tokens = await connect(config)
    expect(await read(tokens.access_token)).toBe(404)
    const openGrant = async () => {
      const { apps } = (await make(member, listConnectedApps, {})).body.payload
      return apps.find((one) => one.app.clientId === 'public-app' && one.endedAt === null)
    }
    // A use is recorded alongside the answer.
    await expect.poll(openGrant).toMatchObject({ daysUsed: 1, usedAt: expect.any(String) })
    await make(member, endConnectedApp, { params: { grantId: (await openGrant())?.grantId ?? '' } })
    expect(await openGrant()).toBeUndefined()
    expect(await read(tokens.access_token)).toBe(401)
    await expect(openid.refreshTokenGrant(config, tokens.refresh_token ?? '')).rejects.toMatchObject({
      error: 'invalid_grant',
    })
  })
})

describe('oauth4webapi, unchanged', () => {
  test('OS-31 OS-35 RFC 8414, PKCE, the issuer in the answer, and a refresh without a client id', async () => {
    const found = await oauth.discoveryRequest(issuer(), { algorithm: 'oauth2', ...overHttp })
    const server = await oauth.processDiscoveryResponse(issuer(), found)
    expect(server.code_challenge_methods_supported).toEqual(['S256'])
    const client: oauth.Client = { client_id: 'public-app' }
    const verifier = oauth.generateRandomCodeVerifier()
    const asked = {
      ...{ client_id: 'public-app', response_type: 'code', redirect_uri: redirectUri, scope, state: 'own state' },
      ...{ aud: fhirBase(), code_challenge_method: 'S256' },
      code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
    }
    const back = await agree(
      member,
      await begin(member, `${server.authorization_endpoint}?${new URLSearchParams(asked)}`),
    )
    expect(back.searchParams.get('iss')).toBe(issuer().href)
    const callback = oauth.validateAuthResponse(server, client, back, 'own state')
    const ask = () =>
      oauth.authorizationCodeGrantRequest(server, client, oauth.None(), callback, redirectUri, verifier, overHttp)
    const tokens = await oauth.processAuthorizationCodeResponse(server, client, await ask())
    expect(tokens.id_token).toBeDefined()

    const form = new URLSearchParams({ grant_type: 'refresh_token', refresh_token: tokens.refresh_token ?? '' })
    const refreshed = await fetch(server.token_endpoint ?? '', { method: 'POST', body: form })
    expect(refreshed.status).toBe(200)

    // The code is used again: its holder may have stolen it.
    const spent = await ask()
    expect([spent.status, await spent.json()]).toMatchObject([400, { error: 'invalid_grant' }])
    expect(await read(tokens.access_token)).toBe(401)
    const last = portal.database.read.selectFrom('app_grant').select('ended_reason').orderBy('changed_at', 'desc')
    expect(await last.executeTakeFirst()).toEqual({ ended_reason: 'reused' })
  })
})

interface Linked extends FhirResource {
  link: { relation: string; url: string }[]
}

describe('fhir-kit-client, unchanged', () => {
  test('OS-1 OS-32 finds where to sign in, reads, searches page by page, and posts a search', async () => {
    const client = new FhirClient({ baseUrl: fhirBase() })
    const config = await discover('public-app', openid.None())
    const { authorizeUrl, tokenUrl } = await client.smartAuthMetadata()
    expect([authorizeUrl?.href, tokenUrl?.href]).toEqual([`${issuer().href}/authorize`, `${issuer().href}/token`])
    client.bearerToken = (await connect(config)).access_token
    expect(await client.read({ resourceType: 'Patient', id: patientId })).toMatchObject({ id: patientId })
    const searchParams = { patient: patientId, _count: '1' }
    const listIds = (bundle: unknown) => valuesAt(bundle, 'entry.resource.id')
    const found = await client.search({ resourceType: 'ExplanationOfBenefit', searchParams })
    const next = await client.nextPage({ bundle: found as Linked })
    expect(new Set([...listIds(found), ...listIds(next)]).size).toBe(2)
    const posted = await client.search({
      resourceType: 'Coverage',
      searchParams: { patient: patientId },
      options: { postSearch: true },
    })
    expect(listIds(posted).length).toBeGreaterThan(0)
  })
})
