import { timingSafeEqual } from 'node:crypto'
import { isNative } from '@portico/rules/apps/app'
import { systemScopes } from '@portico/rules/apps/system'
import { type Adapter, type AdapterPayload, errors, Provider } from 'oidc-provider'
import { hashSecret } from '../../identity/tokens/secrets.ts'
import type { Database } from '../../platform/db/database.ts'
import { type App, findApp } from './app-store.ts'
import { isStillConnectable } from './connectable.ts'
import type { EndApps } from './ending.ts'
import { findGrant, type Grant } from './grant-store.ts'
import { dropArtifact, dropTokens, findArtifact, putArtifact, putOnce, spendArtifact } from './token-store.ts'

/** How long a spent refresh token still works, because the answer may have been lost (OS-31). */
const graceMs = 60_000

/** Stores the library's data in our tables. */
export function createAdapter(parts: {
  readonly database: Database
  readonly brand: string
  /** Whether an app may be used with the brand. */
  readonly isOpen: (app: App) => boolean
  readonly endApps: EndApps
}): (model: string) => Adapter {
  const { database, brand, isOpen, endApps } = parts
  return (kind) => {
    const none = async () => undefined
    const artifact = (secret: string) => ({ brand, kind, secret })
    const base: Adapter = {
      upsert: async (secret, payload, expiresIn = 0) => {
        const now = new Date()
        const expiresAt = new Date(now.getTime() + expiresIn * 1000)
        await database.transaction((tx) => putArtifact(tx, artifact(secret), { payload, now, expiresAt }))
      },
      find: async (secret) => {
        const found = await findArtifact(database.read, artifact(secret))
        if (found === undefined) return undefined
        const { payload, consumed_at: spentAt } = found
        const isSpent = spentAt !== null && !isWithinGrace(kind, spentAt)
        return { ...payload, jti: secret, ...(isSpent && { consumed: epoch(spentAt) }) } as AdapterPayload
      },
      consume: async (secret) => {
        const isFirst = await database.transaction((tx) => spendArtifact(tx, artifact(secret), new Date()))
        // Of two concurrent requests with one code, the second is refused. A refresh token has a grace period.
        if (!isFirst && kind !== 'RefreshToken') throw new errors.InvalidGrant(`${kind} already consumed`)
      },
      destroy: (secret) => database.transaction((tx) => dropArtifact(tx, artifact(secret))),
      revokeByGrantId: (grantId) => database.transaction((tx) => dropTokens(tx, [grantId], kind)),
      findByUid: none,
      findByUserCode: none,
    }
    if (kind === 'Client') return { ...base, find: readClient, upsert: none, destroy: none }
    if (kind === 'Grant') return { ...base, find: readGrant, upsert: none, destroy: endGrant }
    if (kind === 'ReplayDetection') return { ...base, upsert: putAssertion }
    return base

    async function putAssertion(secret: string, _payload: AdapterPayload, expiresIn = 0): Promise<void> {
      const now = new Date()
      const expiresAt = new Date(now.getTime() + expiresIn * 1000)
      const isNew = await database.transaction((tx) => putOnce(tx, artifact(secret), now, expiresAt))
      if (!isNew) throw new errors.InvalidClientAuth('client assertion tokens must only be used once')
    }

    async function readClient(clientId: string): Promise<AdapterPayload | undefined> {
      const app = await findApp(database.read, clientId)
      return app === undefined || !isOpen(app) ? undefined : toClient(app)
    }

    async function readGrant(grantId: string): Promise<AdapterPayload | undefined> {
      if (!/^[0-9a-f-]{36}$/.test(grantId)) return undefined
      const now = new Date()
      const grant = await findGrant(database.read, grantId, now)
      if (grant === undefined || grant.brand !== brand) return undefined
      const person = { accountId: grant.account_id, memberId: grant.own_member_id }
      return (await isStillConnectable(database.read, person, grant, now)) ? grantPayload(grant) : undefined
    }

    /** The library ends a grant when its app revokes a token, and when a spent code or token is used again. */
    async function endGrant(grantId: string): Promise<void> {
      const ctx = Provider.ctx
      const reason = ctx?.oidc.route === 'token' ? 'reused' : 'by-app'
      const origin = { address: ctx?.ip ?? '', requestId: String(ctx?.get('x-request-id') ?? '') }
      const ending = { reason, by: null, now: new Date(), origin } as const
      await database.transaction((tx) => endApps(tx, { grantId }, ending))
    }
  }
}

function isWithinGrace(kind: string, consumedAt: Date): boolean {
  return kind === 'RefreshToken' && Date.now() - consumedAt.getTime() <= graceMs
}

/** An app in the library's form of a client. */
function toClient(app: App): AdapterPayload {
  return {
    client_id: app.client_id,
    client_name: app.name,
    redirect_uris: app.redirect_uris,
    application_type: isNative(app.redirect_uris) ? 'native' : 'web',
    ...(app.organization === null
      ? { grant_types: ['authorization_code', 'refresh_token'], response_types: ['code'] }
      : { grant_types: ['client_credentials'], response_types: [], scope: systemScopes.join(' ') }),
    token_endpoint_auth_method: app.auth_method,
    id_token_signed_response_alg: 'RS256',
    ...(app.secret_hash !== null && { client_secret: app.secret_hash.toString('base64url') }),
    ...(app.jwks !== null && { jwks: app.jwks }),
    ...(app.jwks_uri !== null && { jwks_uri: app.jwks_uri }),
  } as AdapterPayload
}

/** Whether a secret matches the hash that the library holds for the client. */
export function matchesSecret(hash: string | undefined, secret: string): boolean {
  const known = Buffer.from(hash ?? '', 'base64url')
  const given = hashSecret(secret)
  return known.length === given.length && timingSafeEqual(known, given)
}

function grantPayload(grant: Grant): AdapterPayload {
  return {
    kind: 'Grant',
    jti: grant.grant_id,
    clientId: grant.client_id,
    accountId: grant.account_id,
    iat: epoch(grant.began_at),
    exp: epoch(grant.ends_at ?? new Date(Date.now() + foreverMs)),
    openid: { scope: grant.scopes.join(' ') },
    rejected: { openid: { scope: grant.rejected.join(' ') } },
  } as AdapterPayload
}

const foreverMs = 10 * 365 * 24 * 60 * 60_000

function epoch(moment: Date): number {
  return Math.floor(moment.getTime() / 1000)
}
