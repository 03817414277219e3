import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import type { Tx } from '../../platform/db/database.ts'
import { CallError } from '../../platform/http/call-error.ts'
import type { Principal } from '../../platform/http/principal.ts'
import { hashSecret, newSecret } from '../tokens/secrets.ts'
import type { OpenedSession } from './open-session.ts'

/**
 * Opens a session that continues another, with an id and secrets of its own (SI-14): the same person, device and expiry, proven again and
 * with no password due. The caller still has to end the other one; throws NO-SESSION if it has ended meanwhile.
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
  const { rows } = await sql<{ created_at: Date; expires_at: Date }>`
    insert into session
    select renewed.* from session as old, jsonb_populate_record(old, ${changed}::jsonb) as renewed
    where old.session_id = ${principal.sessionId} and old.ended_at is null
    returning created_at, expires_at
  `.execute(tx)
  const [row] = rows
  if (row === undefined) throw new CallError('NO-SESSION')
  await tx
    .insertInto('refresh_token')
    .values({
      token_hash: hashSecret(refreshToken),
      family_id: uuidv7(),
      session_id: sessionId,
      issued_at: now,
      expires_at: row.expires_at,
    })
    .execute()
  return { principal: { ...principal, sessionId }, signedInAt: row.created_at, sessionToken, refreshToken, pageKey }
}

/** Bytes in the text form of the database. */
function asText(bytes: Buffer): string {
  return `\\x${bytes.toString('hex')}`
}
