import type { ConnectionSettings } from '@portico/rules/identity/connection'
import type { Database } from '../../platform/db/database.ts'
import { CallError } from '../../platform/http/call-error.ts'
import type { CallContext } from '../../platform/http/context.ts'
import type { RequestAuth, SessionPrincipal } from '../../platform/http/principal.ts'
import type { ProofProvider, StepUp } from '../account-security/step-up.ts'
import { findLinked, findProviderSession } from './link-store.ts'
import { type Arrived, clockToleranceS, SignOnFailure } from './protocol.ts'
import { type ConnectionVersion, findLive } from './store.ts'

/** Dependencies of letting a session's owner prove their identity again, at the provider that opened the session (OS-62, OS-63). */
export interface ConfirmParts {
  readonly authenticator: Pick<RequestAuth, 'bySessionCookie'>
  readonly stepUp: Pick<StepUp, 'confirmByProvider'>
}

/** The provider that opened a session, if it has its own pages: a directory's password is entered on ours. */
export async function findProofProvider(
  database: Database,
  { sessionId, accountId }: Pick<SessionPrincipal, 'sessionId' | 'accountId'>,
): Promise<ProofProvider | null> {
  const opened = await findProviderSession(database.read, sessionId, accountId)
  const connection = opened && (await findLive(database.read, opened.connectionId))
  if (!connection || connection.settings.kind === 'ldap') return null
  const { connection_id: connectionId, name, settings } = connection
  return { name, to: `/sso/${connectionId}/confirm`, trustsFactor: settings.trustsFactor }
}

/** The browser's session owner, if this connection opened their session; null without a session. */
export async function findOwner(
  { database, authenticator }: Pick<ConfirmParts, 'authenticator'> & { readonly database: Database },
  connectionId: string,
  { cookies, now }: CallContext,
): Promise<SessionPrincipal | null> {
  const token = cookies.LtpaToken2
  const owner = token === undefined ? null : await authenticator.bySessionCookie(token, now)
  const opened = owner && (await findProviderSession(database.read, owner.sessionId, owner.accountId))
  return opened?.connectionId === connectionId ? owner : null
}

/**
 * Accepts a provider's assertion about a session's owner if it names the session's person, who authenticated there after being sent, not
 * earlier. Throws SignOnFailure.
 */
export async function confirmOwner(
  parts: ConfirmParts & { readonly database: Database },
  {
    sessionId,
    since,
    connection,
    arrived,
  }: {
    readonly sessionId: string
    readonly since: Date
    readonly connection: ConnectionVersion
    readonly arrived: Arrived
  },
  context: CallContext,
): Promise<void> {
  const { connection_id: connectionId, settings } = connection
  const owner = await findOwner(parts, connectionId, context)
  if (owner?.sessionId !== sessionId) throw new SignOnFailure('other-browser', 'session')
  if ((await findLinked(parts.database.read, connectionId, arrived)) !== owner.accountId)
    throw new SignOnFailure('account-refused', 'another person')
  // A provider that does not say when has not proven that it was just now.
  const provenAt = findProvenAt(arrived, context.now)
  if (provenAt === null || provenAt.getTime() < since.getTime() - clockToleranceS * 1000)
    throw new SignOnFailure('answer-late', 'auth_time')
  const proof = { hasFactor: hasTrustedFactor(settings, arrived) }
  await parts.stepUp.confirmByProvider(owner, proof, context).catch((error: unknown) => {
    if (error instanceof CallError) throw new SignOnFailure('account-refused', error.code)
    throw error
  })
}

/** Whether the provider asked for a second factor that we accept. */
export function hasTrustedFactor({ trustsFactor, factorValues }: ConnectionSettings, { factors }: Arrived): boolean {
  return trustsFactor && factors.some((one) => factorValues.includes(one))
}

/** When the provider authenticated the person; null: it does not say. Its clock may be ahead of ours. */
export function findProvenAt({ provenAt }: Pick<Arrived, 'provenAt'>, now: Date): Date | null {
  return typeof provenAt === 'string' ? new Date(Math.min(Date.parse(provenAt), now.getTime())) : null
}
