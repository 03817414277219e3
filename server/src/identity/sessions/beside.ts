import { v7 as uuidv7 } from 'uuid'
import type { AuditContext } from '../../platform/audit/store.ts'
import type { Database, Tx } from '../../platform/db/database.ts'
import type { Principal } from '../../platform/http/principal.ts'
import { hashSecret, newSecret } from '../tokens/secrets.ts'
import type { OpenedSession } from './open-session.ts'
import { endActing } from './overdue-simulations.ts'
import { changeSession, insertRefreshToken, lockBeside, lockHandedOver, revokeTokens } from './session-store.ts'
import { type Sessions, toPrincipal } from './sessions.ts'

/** How long a ticket works: as long as a browser may take to open a tab. */
const ticketMs = 60_000

/** Dependencies of acting beside one's own session. */
interface BesideParts {
  readonly database: Database
  readonly sessions: Sessions
}

/** The ticket, and the session secret of whoever is already signed in at the host that takes it. */
export type Taking = [held: { readonly ticket: string; readonly sessionToken: string | undefined }, at: AuditContext]

/**
 * Issues a ticket for a newly opened session. Before the ticket is taken, no one knows the session's secrets: those from its opening are
 * dropped, and taking the ticket creates new ones.
 */
export async function giveTicket(tx: Tx, { sessionId }: Principal): Promise<string> {
  const ticket = newSecret()
  await changeSession(tx, sessionId, { hand_over_hash: hashSecret(ticket) })
  return ticket
}

/**
 * Hands a session over to the browser tab that has its ticket, once, within a minute. Null if the ticket is invalid, already taken, or too
 * old; `occupied` if someone is already signed in at this host: they stay signed in, and the acting session ends.
 */
export async function takeTicket(
  { database, sessions }: BesideParts,
  ...[{ ticket, sessionToken }, { origin, now }]: Taking
): Promise<OpenedSession | 'occupied' | null> {
  const held = sessionToken === undefined ? null : await sessions.findByToken(sessionToken, now, { background: true })
  return database.transaction(async (tx) => {
    const openedSince = new Date(now.getTime() - ticketMs)
    const row = await lockHandedOver(tx, hashSecret(ticket), { now, openedSince })
    if (row === undefined) return null
    const principal = toPrincipal(row)
    const { sessionId } = principal
    await changeSession(tx, sessionId, { hand_over_hash: null })
    if (held !== null) {
      await endActing(tx, sessions, principal, { origin, now })
      return 'occupied'
    }
    const refreshToken = newSecret()
    await revokeTokens(tx, sessionId, now)
    await insertRefreshToken(tx, {
      token_hash: hashSecret(refreshToken),
      family_id: uuidv7(),
      session_id: sessionId,
      issued_at: now,
      expires_at: row.expires_at,
    })
    const secrets = await sessions.renewSecrets(tx, sessionId)
    return { principal, signedInAt: row.created_at, refreshToken, ...secrets }
  })
}

/** Ends all acting sessions that a rep has beside this session of their own. */
export async function endAllBeside(
  tx: Tx,
  sessions: Pick<Sessions, 'end'>,
  { sessionId }: Principal,
  { origin, now }: AuditContext,
): Promise<void> {
  for (const row of await lockBeside(tx, sessionId)) await endActing(tx, sessions, toPrincipal(row), { origin, now })
}
