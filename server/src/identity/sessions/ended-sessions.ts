import type { SignOutReason } from '@portico/rules/session/sign-out'
import type { Reader } from '../../platform/db/database.ts'
import type { EndReason } from '../../platform/db/tables.ts'
import { hashSecret } from '../tokens/secrets.ts'
import { findEnding } from './session-store.ts'
import type { SessionLifetimes } from './sessions.ts'

const reasons: Readonly<Record<EndReason, SignOutReason>> = {
  'signed-out': 'signed-out',
  'signed-out-elsewhere': 'elsewhere',
  inactivity: 'inactivity',
  'password-changed': 'password-changed',
  'account-closed': 'account-closed',
  'ended-by-staff': 'ended',
  'simulation-ended': 'simulation-ended',
  'viewing-ended': 'ended',
  redirected: 'ended',
  'token-reused': 'ended',
  'token-revoked': 'ended',
}

/**
 * Why a cookie's session is over, for a browser that still has the cookie (SO-5); null if the session is live, or if the cookie was never
 * ours.
 */
export async function whySignedOut(
  db: Reader,
  request: { readonly token: string; readonly now: Date; readonly lifetimes: SessionLifetimes },
): Promise<SignOutReason | null> {
  const { token, now, lifetimes } = request
  const session = await findEnding(db, hashSecret(token))
  if (session === undefined) return null
  if (session.ended_at !== null) return session.ended_reason === null ? 'ended' : reasons[session.ended_reason]
  if (session.expires_at <= now) return session.method === 'simulation' ? 'simulation-ended' : 'too-long'
  return now.getTime() - session.last_seen_at.getTime() >= lifetimes.idleS * 1000 ? 'inactivity' : null
}
