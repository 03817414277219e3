import { type ConnectionSettings, isProviderAddress } from '@portico/rules/identity/connection'
import { omitsGroups } from '@portico/rules/identity/group-claims'
import { createRemoteJWKSet, customFetch, jwtVerify } from 'jose'
import * as oidc from 'openid-client'
import { fetchBounded } from '../../platform/http/fetch-bounded.ts'
import type { Reach } from '../../platform/http/reach.ts'
import { createLruCache } from '../../platform/lru-cache.ts'
import { hashSecret } from '../tokens/secrets.ts'
import {
  type Arrived,
  clockToleranceS,
  describeCause,
  type Proof,
  readClaims,
  SignOnFailure,
  toMoment,
} from './protocol.ts'

type OidcSettings = Extract<ConnectionSettings, { readonly kind: 'oidc' }>

export interface OidcClient {
  readonly settings: OidcSettings
  readonly secret: string | null
  /** Where the provider sends people back. */
  readonly answerAt: string
  readonly reach: Reach
}

/** How long a provider's metadata is used without fetching it again, in ms. */
const metadataMs = 10 * 60_000
/**
 * From this age, in ms, metadata is fetched again before someone is sent to the provider, because a browser that cannot reach it would show
 * its own error page.
 */
const lookedMs = 60_000
/** Time limit of such a check, in seconds. */
const lookS = 2
/** When the provider was last reached, by its metadata. */
const heardAt = new WeakMap<oidc.ServerMetadata, number>()
const looks = createLruCache<void>(200)
/** Maximum age of the provider's own sign-in, in seconds: an older one does not stand for the person's presence. */
const longestS = 30 * 24 * 3600
const logoutEvent = 'http://schemas.openid.net/event/backchannel-logout'
const metadataOf = createLruCache<oidc.ServerMetadata>(200)
const keysOf = createLruCache<ReturnType<typeof createRemoteJWKSet>>(200)
/** The keys last used for verification, by the provider's metadata, and so dropped with it. */
const keysBefore = new WeakMap<oidc.ServerMetadata, NonNullable<ReturnType<typeof oidc.getJwksCache>>['jwks']>()
/** From this age, in seconds, the library fetches the keys again if one is missing. */
const askedAgainS = 60

/**
 * Begins a sign-in with PKCE, `state` and `nonce` (OS-62). `anew`: the provider must authenticate even someone it remembers. Throws
 * SignOnFailure if the provider does not say where people sign in, or is unreachable.
 */
export async function beginOidc(
  client: OidcClient,
  {
    state,
    verifier,
    nonce,
    anew,
  }: { readonly state: string; readonly verifier: string; readonly nonce: string; readonly anew: boolean },
): Promise<string> {
  await requireThere(client)
  const configuration = await configure(client)
  const to = oidc.buildAuthorizationUrl(configuration, {
    redirect_uri: client.answerAt,
    scope: 'openid profile email',
    state,
    nonce,
    code_challenge: hashSecret(verifier).toString('base64url'),
    code_challenge_method: 'S256',
    // With `max_age`, the provider must say when it authenticated the person (OpenID Connect Core 3.1.2.1).
    max_age: anew ? '0' : String(longestS),
    // For providers that ignore `max_age`.
    ...(anew && { prompt: 'login' }),
  })
  return to.href
}

/** Exchanges the code and checks the ID token: signature, issuer, audience, times, nonce (OS-62). Throws SignOnFailure. */
export async function finishOidc(
  client: OidcClient,
  { query, state, proof }: { readonly query: string; readonly state: string; readonly proof: Proof },
): Promise<Arrived> {
  const configuration = await configure(client)
  const answered = new URL(`${client.answerAt}?${query}`)
  const { verifier = '', nonce = '' } = proof
  const tokens = await oidc
    .authorizationCodeGrant(configuration, answered, {
      pkceCodeVerifier: verifier,
      expectedNonce: nonce,
      expectedState: state,
      idTokenExpected: true,
    })
    .catch((error: unknown) => {
      throw toSendFailure(error)
    })
  keepKeys(configuration, await readMetadata(client))
  const claims = tokens.claims()
  if (claims === undefined) throw new SignOnFailure('answer-invalid', 'no ID token')
  const { iss, sub, acr, amr, sid, auth_time: provenS } = claims
  return {
    issuer: iss,
    subject: sub,
    claims: readClaims(claims, client.settings),
    omitsGroups: omitsGroups(claims, client.settings.groupsClaim),
    factors: [acr, amr].flat().filter((one): one is string => typeof one === 'string'),
    session: typeof sid === 'string' ? sid : null,
    provenAt: toMoment(typeof provenS === 'number' ? provenS * 1000 : Number.NaN),
  }
}

/** The address that also ends the provider's session, and leads back; null if it has none, or does not answer now. */
export async function leaveOidc(client: OidcClient, back: string): Promise<string | null> {
  const server = await readMetadata(client).catch(() => null)
  const { end_session_endpoint: at } = server ?? {}
  if (at === undefined || !isProviderAddress(at)) return null
  const to = new URL(at)
  to.searchParams.set('client_id', client.settings.clientId)
  to.searchParams.set('post_logout_redirect_uri', back)
  return to.href
}

/**
 * The session or person that a provider signs out (OpenID Connect Back-Channel Logout). Throws SignOnFailure for a token that is not the
 * provider's, or not for us.
 */
export async function readLogout(
  client: OidcClient,
  token: string,
): Promise<{
  readonly id: string
  readonly issuer: string
  readonly subject: string | null
  readonly session: string | null
}> {
  const { jwks_uri: keys, issuer } = await readMetadata(client)
  if (keys === undefined) throw new SignOnFailure('answer-invalid', 'no keys')
  // Cached, so that forged tokens do not cause the keys to be fetched each time: the set itself fetches an unknown key only now and then.
  const keySet = await keysOf(client.settings.issuer, keys, async () =>
    createRemoteJWKSet(new URL(keys), { [customFetch]: buildFetch(client) }),
  )
  const checks = {
    issuer,
    audience: client.settings.clientId,
    clockTolerance: clockToleranceS,
    maxTokenAge: 300,
    requiredClaims: ['iat', 'jti', 'events'],
  }
  const { payload } = await jwtVerify(token, keySet, checks).catch((error: unknown) => {
    throw new SignOnFailure('answer-invalid', describeCause(error))
  })
  const { events, nonce, sub = null, sid, jti = '' } = payload
  const session = typeof sid === 'string' ? sid : null
  const isLogout = typeof events === 'object' && events !== null && Object.hasOwn(events, logoutEvent)
  if (!isLogout || jti === '' || nonce !== undefined || (sub === null && session === null))
    throw new SignOnFailure('answer-invalid', 'no logout token')
  return { id: jti, issuer, subject: sub, session }
}

/** The provider's metadata, fetched again: for the doctor. Throws SignOnFailure. */
export async function discover(client: OidcClient, timeout?: number): Promise<oidc.ServerMetadata> {
  const { issuer, clientId } = client.settings
  const isPlain = issuer.startsWith('http:')
  const found = await oidc
    .discovery(new URL(issuer), clientId, undefined, undefined, {
      [oidc.customFetch]: buildFetch(client),
      ...(isPlain && { execute: [oidc.allowInsecureRequests] }),
      ...(timeout !== undefined && { timeout }),
    })
    .catch((error: unknown) => {
      throw toSendFailure(error)
    })
  const server = found.serverMetadata()
  heardAt.set(server, Date.now())
  return server
}

/** Throws SignOnFailure for a provider that was reachable some time ago and is not now. Concurrent sign-ins share one check. */
async function requireThere(client: OidcClient): Promise<void> {
  const server = await readMetadata(client)
  const heard = heardAt.get(server) ?? 0
  if (Date.now() - heard < lookedMs) return
  await looks(client.settings.issuer, String(heard), async () => {
    await discover(client, lookS).catch((error: unknown) => {
      // An answer that is not valid metadata still shows that the provider is there; its content counts only once it is fetched again for
      // use.
      if (!(error instanceof SignOnFailure) || error.outcome === 'provider-unreachable') throw error
    })
    heardAt.set(server, Date.now())
  })
}

function readMetadata(client: OidcClient): Promise<oidc.ServerMetadata> {
  const turn = Math.floor(Date.now() / metadataMs)
  return metadataOf(client.settings.issuer, String(turn), () => discover(client))
}

/** Created for each sign-in, so that an unknown key is fetched at once: the library keeps keys by the copy of the metadata that it makes. */
async function configure(client: OidcClient): Promise<oidc.Configuration> {
  const server = await readMetadata(client)
  const { settings, secret } = client
  const methods = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic']
  const proofOf = methods.includes('client_secret_basic') ? oidc.ClientSecretBasic : oidc.ClientSecretPost
  const configuration = new oidc.Configuration(
    server,
    settings.clientId,
    { [oidc.clockTolerance]: clockToleranceS },
    secret === null ? oidc.None() : proofOf(secret),
  )
  configuration[oidc.customFetch] = buildFetch(client)
  oidc.enableNonRepudiationChecks(configuration)
  const jwks = keysBefore.get(server)
  if (jwks !== undefined) oidc.setJwksCache(configuration, { jwks, uat: Math.floor(Date.now() / 1000) - askedAgainS })
  if (settings.issuer.startsWith('http:')) oidc.allowInsecureRequests(configuration)
  return configuration
}

/** Keeps the keys that a token was just verified with, if each has an id that distinguishes it from others. */
function keepKeys(configuration: oidc.Configuration, server: oidc.ServerMetadata): void {
  const jwks = oidc.getJwksCache(configuration)?.jwks
  const isNamed = jwks?.keys.every(({ kid }) => kid !== undefined)
  if (jwks !== undefined && isNamed) keysBefore.set(server, jwks)
}

/** Everything that an https provider names must be https, too. */
function buildFetch({ settings, reach }: OidcClient): (address: string, options: object) => Promise<Response> {
  const isPlain = settings.issuer.startsWith('http:')
  return (address, options) => {
    if (!isPlain && !address.startsWith('https:')) throw new SignOnFailure('answer-invalid', 'address without TLS')
    // A code that arrives twice is refused, as it would be without an answer to the first time.
    return fetchBounded(address, options, reach, { mayRepeat: true })
  }
}

const isNetwork = /^(PRIVATE_ADDRESS|ECONN|ENOTFOUND|EAI_|ETIMEDOUT|UND_|CERT_|DEPTH_|ERR_TLS|UNABLE_|SELF_SIGNED)/

function toSendFailure(error: unknown): SignOnFailure {
  const chain = listCauses(error)
  const own = chain.find((one) => one instanceof SignOnFailure)
  if (own !== undefined) return own
  if (error instanceof oidc.AuthorizationResponseError) return new SignOnFailure('provider-refused', error.error)
  if (error instanceof oidc.ResponseBodyError) return new SignOnFailure('provider-refused', error.error)
  const codes = chain.map((one) => describeCause(one) ?? '')
  const unreachable = codes.find((code) => isNetwork.test(code) || code === 'TimeoutError' || code === 'AbortError')
  if (unreachable !== undefined || error instanceof TypeError)
    return new SignOnFailure('provider-unreachable', unreachable ?? null)
  return new SignOnFailure('answer-invalid', codes[0] ?? null)
}

function listCauses(error: unknown): unknown[] {
  const chain: unknown[] = []
  for (let at = error; at instanceof Error && chain.length < 5; at = at.cause) chain.push(at)
  return chain
}
