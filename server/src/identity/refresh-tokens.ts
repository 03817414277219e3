import type { Database, Tx } from '../db/database.ts'
import { hashSecret, newSecret } from './secrets.ts'

/**
 * Refresh tokens rotate: each is good once, and using an old one revokes its whole family, for one of the two holders is
 * a thief (SI-11). The browser's cookie alone has a short grace, because two tabs may send it at the same moment.
 */
export interface RefreshTokens {
  /** Trades a token for its successor; null when it is unknown, expired, revoked or was used before. */
  rotate(token: string, options: { readonly graceMs: number; readonly now: Date }): Promise<Rotated | null>
}

interface Grant {
  readonly sessionId: string
  readonly familyId: string
  readonly expiresAt: Date
  readonly now: Date
}

interface Rotated {
  readonly sessionId: string
  readonly token: string
}

export function createRefreshTokens(database: Database): RefreshTokens {
  return {
    rotate: (token, { graceMs, now }) =>
      database.transaction(async (tx) => {
        const row = await tx
          .selectFrom('refresh_token')
          .selectAll()
          .where('token_hash', '=', hashSecret(token))
          .forUpdate()
          .executeTakeFirst()
        if (row === undefined || row.revoked_at !== null || row.expires_at <= now) return null
        if (row.used_at !== null && !isInGrace(row.used_at, now, graceMs)) {
          await tx
            .updateTable('refresh_token')
            .set({ revoked_at: now })
            .where('family_id', '=', row.family_id)
            .execute()
          return null
        }
        if (row.used_at === null) {
          await tx.updateTable('refresh_token').set({ used_at: now }).where('token_hash', '=', row.token_hash).execute()
        }
        const { session_id: sessionId, family_id: familyId, expires_at: expiresAt } = row
        return { sessionId, token: await issue(tx, { sessionId, familyId, expiresAt, now }) }
      }),
  }
}

/** Without a grace nothing is compared: two requests may come in the same millisecond, or to servers whose clocks differ. */
function isInGrace(usedAt: Date, now: Date, graceMs: number): boolean {
  return graceMs > 0 && now.getTime() - usedAt.getTime() <= graceMs
}

async function issue(tx: Tx, grant: Grant): Promise<string> {
  const token = newSecret()
  await tx
    .insertInto('refresh_token')
    .values({
      token_hash: hashSecret(token),
      family_id: grant.familyId,
      session_id: grant.sessionId,
      issued_at: grant.now,
      expires_at: grant.expiresAt,
    })
    .execute()
  return token
}
