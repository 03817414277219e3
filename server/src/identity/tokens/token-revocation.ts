import { type AuditContext, audit } from '../../platform/audit/store.ts'
import type { Database, Tx } from '../../platform/db/database.ts'
import type { SessionPrincipal } from '../../platform/http/principal.ts'
import type { Sessions } from '../sessions/sessions.ts'
import type { AccessTokens } from './access-tokens.ts'

/**
 * Revocation (SI-11, RFC 7009). All tokens of a sign-in are one grant: revoking any of them, access or refresh token, used
 * before or not, ends its session, and with it every access token and the whole refresh family at once.
 */
export interface TokenRevocation {
  /** Ignores tokens that are unknown or no longer valid. */
  revoke(tokens: readonly string[], at: AuditContext): Promise<void>
  /** The same, by the session cookie's secret. */
  endSession(sessionToken: string, at: AuditContext): Promise<void>
}

export function createTokenRevocation(parts: {
  readonly database: Database
  readonly sessions: Sessions
  readonly accessTokens: AccessTokens
}): TokenRevocation {
  const { database, sessions, accessTokens } = parts
  return {
    revoke: async (tokens, at) => {
      for (const token of tokens) {
        const claimed = await accessTokens.read(token, at.now)
        const session = claimed && (await sessions.findById(claimed.sessionId, at.now))
        await database.transaction(async (tx) => {
          await end(tx, session ?? (await sessions.lockByRefreshToken(tx, token, at.now)), at)
        })
      }
    },
    endSession: async (sessionToken, at) => {
      const session = await sessions.findByToken(sessionToken, at.now, { background: true })
      if (session) await database.transaction((tx) => end(tx, session, at))
    },
  }

  async function end(tx: Tx, session: SessionPrincipal | null, at: AuditContext): Promise<void> {
    if (session === null) return
    const { sessionId } = session
    await sessions.end(tx, sessionId, 'token-revoked', at.now)
    await audit(tx, session, { action: 'token.revoke', recordType: 'session', recordId: sessionId }, at)
  }
}
