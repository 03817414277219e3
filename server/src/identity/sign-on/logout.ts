import { audit } from '../../platform/audit/store.ts'
import type { CallContext } from '../../platform/http/context.ts'
import type { Sessions } from '../sessions/sessions.ts'
import { listAddresses } from './addresses.ts'
import { insertAttempt } from './attempt-store.ts'
import type { SignOnParts } from './flow.ts'
import { findLinked, findProviderSession } from './link-store.ts'
import { SignOnFailure } from './protocol.ts'
import { keepMessage } from './request-store.ts'
import type { SamlChecks } from './saml-checks.ts'
import { openSecret } from './secret.ts'
import { endKeptCards, forgetChallenges, listOpenSessions } from './session-store.ts'
import { type ConnectionVersion, findLive } from './store.ts'

type LogoutParts = SignOnParts & { readonly sessions: Pick<Sessions, 'end'> }

/** Ends the sessions that a provider reports as ended (OS-62): one of its sessions, or all of a person's. Throws SignOnFailure. */
export async function endByProvider(
  parts: LogoutParts,
  { connectionId, token }: { readonly connectionId: string; readonly token: string },
  { now, origin }: CallContext,
): Promise<void> {
  const { database, dataKey, reach } = parts
  const connection = await findLive(database.read, connectionId)
  if (connection?.settings.kind !== 'oidc') throw new SignOnFailure('answer-invalid', 'kind')
  const { settings } = connection
  const { readLogout } = await import('./oidc.ts')
  const client = { settings, answerAt: '', secret: openSecret(dataKey, connection), reach }
  const { id, ...whose } = await readLogout(client, token)
  await endNamedSessions(parts, connection, { id, ...whose }, { now, origin })
}

/**
 * The same for SAML's signed form (OS-63). Returns the address that informs the provider, if it wants to be informed. Throws SignOnFailure.
 */
export async function endBySaml(
  parts: LogoutParts & { readonly saml: SamlChecks },
  form: { readonly connectionId: string; readonly request: string; readonly relayState: string; readonly at: string },
  { now, origin }: CallContext,
): Promise<string | null> {
  const connection = await findLive(parts.database.read, form.connectionId)
  if (connection?.settings.kind !== 'saml') throw new SignOnFailure('answer-invalid', 'kind')
  const { settings } = connection
  const client = { settings, ...(await describeSigning(parts, connection, form.at, now)) }
  const { id, subject, session, back } = await parts.saml.readLogoutRequest(client, form)
  const whose = { id, issuer: settings.entityId, subject, session }
  await endNamedSessions(parts, connection, whose, { now, origin })
  return back
}

/**
 * The address that also ends the provider's session at a sign-out here; null if the provider is not informed. Ask before the session has
 * ended.
 */
export async function findWayOut(
  { database, dataKey, reach }: Pick<SignOnParts, 'database' | 'dataKey' | 'reach'>,
  { sessionId, accountId }: { readonly sessionId: string; readonly accountId: string },
  at: string,
  now: Date,
): Promise<string | null> {
  const own = await findProviderSession(database.read, sessionId, accountId)
  const connection = own && (await findLive(database.read, own.connectionId))
  if (!connection) return null
  const { settings } = connection
  const { answer: answerAt } = listAddresses(at, own.connectionId)
  if (settings.kind === 'oidc') {
    const { leaveOidc } = await import('./oidc.ts')
    return leaveOidc({ settings, answerAt, secret: openSecret(dataKey, connection), reach }, `${at}/login/`)
  }
  if (settings.kind !== 'saml' || own.subject === null) return null
  const { leaveSaml } = await import('./saml.ts')
  const client = { settings, ...(await describeSigning({ database, dataKey }, connection, at, now)) }
  return leaveSaml(client, { subject: own.subject, session: own.session })
}

/** Our name and signature in sign-out messages to a SAML provider. */
async function describeSigning(
  parts: Pick<SignOnParts, 'database' | 'dataKey'>,
  connection: ConnectionVersion,
  at: string,
  now: Date,
) {
  const { findSigner } = await import('./signer.ts')
  const { answer: answerAt, entityId, logout } = listAddresses(at, connection.connection_id)
  return { answerAt, entityId, logout, signer: await findSigner(parts, connection, now) }
}

/** The person signed out by a message, which has its own id. */
interface Named {
  readonly id: string
  readonly issuer: string
  readonly subject: string | null
  readonly session: string | null
}

/** Each message counts once: sent again, it would end sessions begun since (Back-Channel Logout 1.0, 2.6). Throws SignOnFailure. */
async function endNamedSessions(
  { database, sessions }: LogoutParts,
  { connection_id: connectionId, version }: ConnectionVersion,
  { id, issuer, subject, session }: Named,
  { now, origin }: Pick<CallContext, 'now' | 'origin'>,
): Promise<void> {
  await database.transaction(async (tx) => {
    if (!(await keepMessage(tx, { connectionId, version, name: `message ${id}` }, now)))
      throw new SignOnFailure('answer-repeated')
    const accountId = subject === null ? null : await findLinked(tx, connectionId, { issuer, subject })
    if (subject !== null && accountId === null) return
    const by = { connectionId, accountId, providerSession: session }
    for (const id of await listOpenSessions(tx, by)) {
      await sessions.end(tx, id, 'signed-out-elsewhere', now)
      const event = { action: 'sign-out.provider', recordType: 'session', recordId: id, memberId: null }
      await audit(tx, null, event, { now, origin })
    }
    await endKeptCards(tx, by)
    await forgetChallenges(tx, by)
    const attempt = { connection_id: connectionId, at: now, outcome: 'signed-out', detail: null } as const
    await insertAttempt(tx, { ...attempt, is_test: false })
  })
}
