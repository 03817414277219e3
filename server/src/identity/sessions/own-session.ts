import { createHmac } from 'node:crypto'
import { v7 as uuidv7 } from 'uuid'
import type { Database, Reader, Tx } from '../../platform/db/database.ts'
import { CallError } from '../../platform/http/call-error.ts'
import type { SessionPrincipal } from '../../platform/http/principal.ts'
import { hashSecret, newSecret } from '../tokens/secrets.ts'
import type { OpenedSession } from './open-session.ts'
import {
  changeSession,
  findSecretHashes,
  insertRefreshToken,
  lockOpenSession,
  readBeginning,
  revokeTokens,
} from './session-store.ts'
import type { Sessions } from './sessions.ts'

/** Secrets from the cookies and the page of a person who is about to act for someone, as sent. */
export interface HeldSecrets {
  readonly principal: SessionPrincipal
  readonly sessionToken: string | undefined
  readonly pageKey: string | undefined
}

/**
 * Whether the request comes from a page of this same session. Throws CONFLICT if the session has got a new secret since it was admitted:
 * another start was faster.
 */
export async function isOwnPage(db: Reader, { principal, sessionToken, pageKey }: HeldSecrets): Promise<boolean> {
  const row = await findSecretHashes(db, principal.sessionId)
  if (!matchesHash(row?.token_hash ?? null, sessionToken)) throw new CallError('CONFLICT')
  return matchesHash(row?.page_key_hash ?? null, pageKey)
}

/**
 * Sets aside the own session of a person who is about to act for someone else: from now on only the returned secret leads to it. Throws
 * CONFLICT if another start was faster.
 */
export async function putAside(
  tx: Tx,
  { principal, sessionToken: held }: HeldSecrets,
  now: Date,
): Promise<{ readonly returnSecret: string; readonly expiresAt: Date }> {
  const { expires_at: expiresAt } = await lockOwn(tx, { principal, sessionToken: held })
  const returnSecret = newSecret()
  const { sessionToken, pageKey } = secretsFrom(returnSecret)
  const hashes = { token_hash: hashSecret(sessionToken), page_key_hash: hashSecret(pageKey) }
  await changeSession(tx, principal.sessionId, { ...hashes, last_seen_at: now })
  await revokeTokens(tx, principal.sessionId, now)
  return { returnSecret, expiresAt }
}

/** Locks the own session of a person who is about to act for someone else. Throws CONFLICT if another start was faster. */
export async function lockOwn(tx: Tx, { principal, sessionToken }: Omit<HeldSecrets, 'pageKey'>) {
  const own = await lockOpenSession(tx, principal.sessionId)
  if (!own || !matchesHash(own.token_hash, sessionToken)) throw new CallError('CONFLICT')
  return own
}

/** The person's own session with a new refresh token, if it is still live and the secret belongs to it. */
export async function takeBack(
  parts: { readonly database: Database; readonly sessions: Sessions },
  { returnSecret, sessionId }: { readonly returnSecret: string; readonly sessionId: string | null },
  now: Date,
): Promise<OpenedSession | null> {
  const { sessionToken, pageKey } = secretsFrom(returnSecret)
  const principal = await parts.sessions.findByToken(sessionToken, now)
  if (principal === null || principal.sessionId !== sessionId) return null
  const refreshToken = newSecret()
  const signedInAt = await parts.database.transaction(async (tx) => {
    await insertRefreshToken(tx, {
      token_hash: hashSecret(refreshToken),
      family_id: uuidv7(),
      session_id: principal.sessionId,
      issued_at: now,
      expires_at: principal.expiresAt,
    })
    return readBeginning(tx, principal.sessionId)
  })
  return { principal, signedInAt, sessionToken, refreshToken, pageKey }
}

/** The own session's new secrets: the same for every tab that returns with the secret. */
function secretsFrom(returnSecret: string): Pick<OpenedSession, 'sessionToken' | 'pageKey'> {
  const derive = (purpose: string) => createHmac('sha256', returnSecret).update(purpose).digest('base64url')
  return { sessionToken: derive('session'), pageKey: derive('page-key') }
}

function matchesHash(hash: Buffer | null, secret: string | undefined): boolean {
  return hash !== null && secret !== undefined && hash.equals(hashSecret(secret))
}
