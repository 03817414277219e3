import { appScopes, dataScopes, narrowScopes } from '@portico/rules/apps/scopes'
import { systemScopes } from '@portico/rules/apps/system'
import { type Account, type Client, type Configuration, errors, type KoaContextWithOIDC, Provider } from 'oidc-provider'
import type { Database, Reader } from '../../platform/db/database.ts'
import { isUnavailable } from '../../platform/db/unavailable.ts'
import { fetchBounded } from '../../platform/http/fetch-bounded.ts'
import type { Reach } from '../../platform/http/reach.ts'
import { createAdapter, matchesSecret } from './adapter.ts'
import { buildFhirBase, buildIssuer, interactionCookie } from './addresses.ts'
import { type App, findApp } from './app-store.ts'
import type { EndApps } from './ending.ts'
import { findGrant } from './grant-store.ts'
import type { IdKeys } from './id-keys.ts'
import { findLaunch } from './launching.ts'

const minute = 60
const hour = 60 * minute
const clockToleranceS = 10
/** In seconds. */
const lifetimesS = {
  AccessToken: hour,
  AuthorizationCode: minute,
  ClientCredentials: 5 * minute,
  Grant: 400 * 24 * hour,
  IdToken: hour,
  Interaction: hour,
  RefreshToken: 400 * 24 * hour,
  Session: 10 * minute,
}
const maxKeyBytes = 64 * 1024

export interface ProviderParts {
  readonly database: Database
  readonly idKeys: IdKeys
  readonly isOpen: (app: App, brand: string) => boolean
  readonly endApps: EndApps
  /** Claims about a person that an app may request. */
  readonly readClaims: (
    accountId: string,
  ) => Promise<{ readonly memberId: string | null; readonly name: string } | null>
  readonly warn: (failed: unknown) => void
  readonly reach: Reach
}

/** The authorization server of one brand at one origin (OS-30). */
export async function createBrandProvider(
  parts: ProviderParts,
  { brand, origin }: { readonly brand: string; readonly origin: string },
): Promise<Provider> {
  const { database, warn } = parts
  const issuer = buildIssuer(origin, brand)
  const provider = new Provider(issuer, await configure(parts, { brand, origin }))
  // Requests reach the library through our own routes, which know the protocol and the host.
  provider.proxy = true
  provider.on('server_error', (ctx, error) => {
    warn(error)
    if (ctx.status === 500 && isUnavailable(error)) sayComeAgain(ctx)
  })
  Object.assign(provider.Client.prototype, {
    compareClientSecret(this: { clientSecret?: string }, secret: string) {
      return matchesSecret(this.clientSecret, secret)
    },
    // Exact comparison, even for addresses on the person's own machine (OS-31).
    redirectUriAllowed(this: { redirectUris?: string[] }, address: string) {
      return this.redirectUris?.includes(address) ?? false
    },
  })
  provider.use(async (ctx, next) => {
    await next()
    await addContext(database.read, brand, ctx as KoaContextWithOIDC)
  })
  return provider
}

/** The library's configuration for a brand's server. */
async function configure(
  { database, idKeys, isOpen, endApps, readClaims, reach }: ProviderParts,
  { brand, origin }: { readonly brand: string; readonly origin: string },
): Promise<Configuration> {
  const db = database.read
  const base = buildFhirBase(origin, brand)
  const path = `/connect/${brand}`
  return {
    adapter: createAdapter({ database, brand, endApps, isOpen: (app) => isOpen(app, brand) }),
    jwks: { keys: [...(await idKeys.read()), await idKeys.readForAssertions()] } as NonNullable<Configuration['jwks']>,
    routes: {
      authorization: '/authorize',
      token: '/token',
      introspection: '/introspect',
      revocation: '/revoke',
      jwks: '/keys',
      userinfo: '/me',
    },
    scopes: [...appScopes, ...dataScopes, ...systemScopes],
    claims: { openid: ['sub'], fhirUser: ['fhirUser'], profile: ['name'] },
    conformIdTokenClaims: false,
    responseTypes: ['code'],
    clientAuthMethods: ['none', 'client_secret_basic', 'client_secret_post', 'private_key_jwt'],
    enabledJWA: {
      idTokenSigningAlgValues: ['RS256'],
      clientAuthSigningAlgValues: ['RS384', 'ES384', 'RS256', 'ES256'],
    },
    assertJwtClientAuthClaimsAndHeader: async (_ctx, { exp }) => checkAssertion(exp),
    // The address of an app's keys comes from whoever registers the app.
    fetch: (address, options = {}) => fetchBounded(String(address), options, reach),
    fetchResponseBodyLimits: { jwks_uri: maxKeyBytes },
    pkce: { required: () => true },
    allowOmittingSingleRegisteredRedirectUri: false,
    clockTolerance: clockToleranceS,
    extraParams: {
      aud: (_ctx, value) => checkAudience(value, base),
      launch: (_ctx, value, client) => checkLaunch(db, brand, value, client),
    },
    features: chooseFeatures(db),
    cookies: {
      names: { session: 'appSession', interaction: interactionCookie, resume: 'appResume' },
      long: { httpOnly: true, sameSite: 'lax', path, signed: false },
      short: { httpOnly: true, sameSite: 'lax', path: '/', signed: false },
    },
    interactions: { url: (_ctx, interaction) => `/login/?defBrand=${brand}#/connect-app/${interaction.uid}` },
    // Every authorization is decided on the consent screen; an earlier grant is no answer (OS-38).
    loadExistingGrant: async (ctx) => {
      const grantId = ctx.oidc.result?.consent?.grantId
      return grantId === undefined ? undefined : ctx.oidc.provider.Grant.find(grantId)
    },
    expiresWithSession: () => false,
    issueRefreshToken: async (_ctx, client, code) =>
      client.grantTypeAllowed('refresh_token') && code.scopes.has('offline_access'),
    rotateRefreshToken: true,
    // Revoking an access token ends only that token; revoking a refresh token, or reusing one, ends the grant.
    revokeGrantPolicy: (ctx) => !(ctx.oidc.route === 'revocation' && ctx.oidc.entities.AccessToken),
    clientBasedCORS: (_ctx, from, client) =>
      (client.redirectUris ?? []).some((address) => URL.canParse(address) && new URL(address).origin === from),
    ttl: lifetimesS,
    findAccount: (_ctx, accountId) => findAccount(readClaims, base, accountId),
    renderError: (ctx, { error }) => showProblem(ctx, brand, error),
    discovery: {
      registration_endpoint: `${buildIssuer(origin, brand)}/apps`,
      service_documentation: `${origin}/developers/`,
      response_modes_supported: ['query'],
    } as Configuration['discovery'],
  }
}

/** A token's claims about a person. */
async function findAccount(
  readClaims: ProviderParts['readClaims'],
  base: string,
  accountId: string,
): Promise<Account | undefined> {
  const known = await readClaims(accountId)
  if (known === null) return undefined
  const { memberId, name } = known
  const fhirUser = memberId === null ? {} : { fhirUser: `${base}/Patient/${memberId}` }
  return { accountId, claims: async () => ({ sub: accountId, name, ...fhirUser }) }
}

function chooseFeatures(db: Reader): Configuration['features'] {
  return {
    clientCredentials: { enabled: true },
    devInteractions: { enabled: false },
    dPoP: { enabled: false },
    introspection: { enabled: true, allowedPolicy: (_ctx, client, token) => mayIntrospect(db, client, token) },
    pushedAuthorizationRequests: { enabled: false },
    resourceIndicators: { enabled: false },
    revocation: {
      enabled: true,
      // Another app's token counts as unknown.
      allowedPolicy: async (_ctx, client, token) => token.clientId === client.clientId,
    },
    rpInitiatedLogout: { enabled: false },
    userinfo: { enabled: true },
  }
}

/** A launch from the portal is for one app of one brand (OS-34); the consent screen checks whose it is. */
async function checkLaunch(db: Reader, brand: string, secret: string | undefined, client: Client): Promise<void> {
  if (secret === undefined) return
  const found = await findLaunch(db, { brand, secret, now: new Date() })
  if (found?.clientId !== client.clientId) throw new errors.InvalidRequest('launch is not known, or too old')
}

/** Confidential apps may introspect their own tokens, and resource servers all tokens (OS-35). */
async function mayIntrospect(
  db: Reader,
  client: Client,
  { clientId }: { clientId?: string | undefined },
): Promise<boolean> {
  if (client.clientAuthMethod !== 'none' && clientId === client.clientId) return true
  return (await findApp(db, client.clientId))?.introspects ?? false
}

/** SMART's additions to a token answer: whose data, and the resulting scopes (OS-31, OS-33). */
async function addContext(db: Reader, brand: string, ctx: KoaContextWithOIDC): Promise<void> {
  const route: string | undefined = ctx.oidc?.route
  // SMART also requires the header for HTTP 1.0 caches.
  if (route === 'token') ctx.set('pragma', 'no-cache')
  const body = ctx.body as Record<string, unknown> | undefined
  if (route === 'token' ? body?.access_token === undefined : route !== 'introspection' || body?.active !== true) return
  const { grantId } = ctx.oidc.entities.AccessToken ?? ctx.oidc.entities.RefreshToken ?? {}
  const grant = grantId === undefined ? undefined : await findGrant(db, grantId, new Date())
  if (grant === undefined || body === undefined) return
  const scopes = typeof body.scope === 'string' ? body.scope.split(' ') : []
  const context = { patient: grant.member_id, need_patient_banner: true, tenant: brand }
  ctx.body = { ...body, scope: narrowScopes(scopes, grant.parts).join(' '), ...context }
}

/** A client assertion is valid for at most five minutes (OS-50). */
function checkAssertion(expiresAt: unknown): void {
  if (typeof expiresAt !== 'number' || expiresAt > Date.now() / 1000 + 5 * minute + clockToleranceS)
    throw new errors.InvalidClientAuth('an assertion is good for five minutes at most')
}

/** A token for one server must not be requested in another's name (OS-31). */
function checkAudience(value: string | undefined, base: string): void {
  if (value?.replace(/\/$/, '') !== base) throw new errors.InvalidTarget(`aud must be ${base}`)
}

/** An unanswered request is rolled back, and may be made again. */
function sayComeAgain(ctx: KoaContextWithOIDC): void {
  ctx.status = 503
  ctx.set('retry-after', '2')
  ctx.body = { error: 'temporarily_unavailable' }
}

/** If the app cannot be told what is wrong: people get a page that says so, programs an answer. */
function showProblem(ctx: KoaContextWithOIDC, brand: string, error: string): void {
  const code = /^[a-z_]{1,40}$/.test(error) ? error : 'invalid_request'
  if (ctx.accepts('json', 'html') === 'html') {
    ctx.status = 303
    ctx.redirect(`/login/?defBrand=${brand}#/connect-app/problem?code=${code}`)
  } else ctx.body = { error: code }
}
