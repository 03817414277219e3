import { audit, type Origin } from '../../platform/audit/store.ts'
import type { Database, Tx } from '../../platform/db/database.ts'
import type { SessionPrincipal } from '../../platform/http/principal.ts'
import type { Sessions } from '../sessions/sessions.ts'
import { findToken, insertToken, markUsed } from './refresh-token-store.ts'
import { hashSecret, newSecret } from './secrets.ts'

/**
 * Refresh tokens rotate: each works once, and using an old one revokes its whole family and ends its session, because one of the two
 * holders is a thief (SI-11). Only the browser's cookie has a short grace period, because two tabs may send it at the same time.
 */
export interface RefreshTokens {
  /** Exchanges a token for its successor. `refused`: it is unknown, expired, revoked, another client's or already used. */
  rotate(token: string, rotation: Rotation): Promise<RotatedSession | Refused>
  /** The same inside a transaction. */
  rotateIn(tx: Tx, token: string, rotation: Rotation): Promise<RotatedSession | Refused>
}

export interface Rotation {
  readonly graceMs: number
  /** The client. A token issued to a client works only for that client; null means the portal itself. */
  readonly clientId: string | null
  readonly now: Date
  readonly origin: Origin
}

interface RotatedSession {
  readonly session: SessionPrincipal
  readonly token: string
}

/** A session with a due password gets no token (SI-7); its old token stays as it is. */
type Refused = 'refused' | 'password-due' | 'factor-due'

export function createRefreshTokens(database: Database, sessions: Sessions): RefreshTokens {
  const rotateIn: RefreshTokens['rotateIn'] = async (tx, token, rotation) => {
    const { graceMs, clientId, now, origin } = rotation
    // Locks the session before reading the token, as at sign-out, so that uses of one family happen one after another.
    const session = await sessions.lockByRefreshToken(tx, token, now)
    const row = session && (await findToken(tx, hashSecret(token)))
    if (!row || row.revoked_at !== null || row.expires_at <= now) return 'refused'
    if (clientId !== null && row.client_id !== null && row.client_id !== clientId) return 'refused'
    if (row.used_at !== null && !isInGrace(row.used_at, now, graceMs)) {
      await sessions.end(tx, session.sessionId, 'token-reused', now)
      const record = { recordType: 'session', recordId: session.sessionId }
      await audit(tx, session, { action: 'token.reuse', ...record, outcome: 'refused' }, { origin, now })
      return 'refused'
    }
    if (session.passwordDue) return 'password-due'
    if (session.factorDue) return 'factor-due'
    if (row.used_at === null) await markUsed(tx, row, now)
    const next = newSecret()
    await insertToken(tx, { ...row, token_hash: hashSecret(next), client_id: clientId, issued_at: now, used_at: null })
    return { session, token: next }
  }
  return {
    rotate: (token, rotation) => database.transaction((tx) => rotateIn(tx, token, rotation)),
    rotateIn,
  }
}

/** Without a grace period, times are not compared: two requests may arrive in the same millisecond, or at servers whose clocks differ. */
function isInGrace(usedAt: Date, now: Date, graceMs: number): boolean {
  return graceMs > 0 && now.getTime() - usedAt.getTime() <= graceMs
}
