import { v7 as uuidv7 } from 'uuid'
import type { Tx } from '../../platform/db/database.ts'
import { CallError } from '../../platform/http/call-error.ts'
import type { Principal } from '../../platform/http/principal.ts'
import { hashSecret, newSecret } from '../tokens/secrets.ts'
import type { OpenedSession } from './open-session.ts'
import { copySession, insertRefreshToken } from './session-store.ts'

/**
 * Opens a session that continues another, with its own id and secrets (SI-14): the same person, device and expiry, proven again and with no
 * password due. The caller must still end the other one; throws NO-SESSION if it has ended meanwhile.
 */
export async function renewSession(tx: Tx, principal: Principal, now: Date): Promise<OpenedSession> {
  const sessionId = uuidv7()
  const [sessionToken, refreshToken, pageKey] = [newSecret(), newSecret(), newSecret()]
  const changed = JSON.stringify({
    session_id: sessionId,
    token_hash: asText(hashSecret(sessionToken)),
    page_key_hash: asText(hashSecret(pageKey)),
    last_seen_at: now,
    authenticated_at: now,
    password_due: false,
  })
  const row = await copySession(tx, principal.sessionId, changed)
  if (row === undefined) throw new CallError('NO-SESSION')
  await insertRefreshToken(tx, {
    token_hash: hashSecret(refreshToken),
    family_id: uuidv7(),
    session_id: sessionId,
    issued_at: now,
    expires_at: row.expires_at,
  })
  return { principal: { ...principal, sessionId }, signedInAt: row.created_at, sessionToken, refreshToken, pageKey }
}

/** Bytes in the database's text form. */
function asText(bytes: Buffer): string {
  return `\\x${bytes.toString('hex')}`
}
