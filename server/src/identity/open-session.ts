import { v7 as uuidv7 } from 'uuid'
import type { Origin } from '../audit/store.ts'
import { type Database, statement } from '../db/database.ts'
import type { Principal } from '../http/principal.ts'
import type { SignInAccount } from './account-store.ts'
import { hashSecret, newSecret } from './secrets.ts'

export interface OpenedSession {
  readonly principal: Principal
  readonly sessionToken: string
  readonly refreshToken: string
}

/** Session, its first refresh token and the audit row of the sign-in: one statement, one round trip, one commit. */
const openStatement = statement<never>(
  'session-open',
  `with opened as (
    insert into session (session_id, token_hash, account_id, login_id, role, member_id, brand, created_at, last_seen_at,
      expires_at, user_agent)
    values ($1, $2, $3::uuid, $4, $5, $6, $7, $8, $8, $9, $10)
  ), granted as (
    insert into refresh_token (token_hash, family_id, session_id, issued_at, expires_at)
    values ($11, $12, $1, $8, $9)
  )
  insert into audit_event (event_id, at, actor_account_id, actor_login_id, session_id, member_id, action, record_type,
    record_id, outcome, address, request_id)
  values ($13, $8, $3::uuid, $4, $1, $6, 'sign-in', 'account', $3::uuid::text, 'done', $14, $15)`,
)

/** Opens a session with ids and secrets of its own (SI-14); `maxS` is its longest life in seconds. */
export async function openSession(
  database: Database,
  session: {
    readonly account: SignInAccount
    readonly userAgent: string
    readonly origin: Origin
    readonly now: Date
    readonly maxS: number
  },
): Promise<OpenedSession> {
  const { account, userAgent, origin, now, maxS } = session
  const { account_id: accountId, login_id: loginId, role, member_id: memberId, brand } = account
  const sessionId = uuidv7()
  const sessionToken = newSecret()
  const refreshToken = newSecret()
  const expiresAt = new Date(now.getTime() + maxS * 1000)
  await database.run(openStatement, [
    sessionId,
    hashSecret(sessionToken),
    accountId,
    loginId,
    role,
    memberId,
    brand,
    now,
    expiresAt,
    userAgent,
    hashSecret(refreshToken),
    uuidv7(),
    uuidv7(),
    origin.address,
    origin.requestId,
  ])
  return { principal: { accountId, loginId, role, brand, memberId, sessionId }, sessionToken, refreshToken }
}
