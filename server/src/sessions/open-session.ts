import type { AccessScope } from '@portico/rules/people/access'
import { v7 as uuidv7 } from 'uuid'
import type { SignInAccount } from '../accounts/account-store.ts'
import type { Origin } from '../audit/store.ts'
import { type Database, statement } from '../db/database.ts'
import type { SignInMethod } from '../db/tables.ts'
import type { Actor, Principal } from '../http/principal.ts'
import { type AttemptKeys, attemptValues, type LimitCode, settling } from '../limits/limit-store.ts'
import { limitError } from '../passwords/password-check.ts'
import { hashSecret, newSecret } from '../tokens/secrets.ts'

export interface OpenedSession {
  readonly principal: Principal
  readonly signedInAt: Date
  readonly sessionToken: string
  readonly refreshToken: string
  /** Value of ObSSOCookie: readable by the page, bound to the session and worth nothing alone. */
  readonly pageKey: string
}

/** Who acts for somebody else, and from which session of theirs. */
interface Acting {
  readonly actor: Actor
  readonly actorSessionId: string
  /** Leads back to their own session. */
  readonly returnSecret: string
}

/** A rep's simulation of somebody (CS-1), and why. */
export interface Simulation extends Acting {
  readonly reason: string
  readonly ticket: string
}

/** Somebody looks at a member's information, by the member's leave (RG-3). */
export interface Viewing extends Acting {
  readonly scopes: readonly AccessScope[]
}

export interface SessionOpening {
  readonly account: SignInAccount
  readonly method: SignInMethod
  readonly userAgent: string
  readonly origin: Origin
  readonly now: Date
  /** Longest life in seconds. */
  readonly maxS: number
  readonly simulation?: Simulation
  readonly viewing?: Viewing
  /** The right password that this session is opened with: its failures in a row end, unless it is locked by now. */
  readonly attempt?: AttemptKeys
  /** The client that the refresh token is issued to; left out: the portal itself. */
  readonly clientId?: string | undefined
}

/** What opening one stores: session, first refresh token, audit row. `gate` is a condition; without it nothing else happens. */
function openingParts(gate: string): string {
  return `opened as (
    insert into session (session_id, token_hash, account_id, login_id, role, member_id, brand, market, created_at,
      last_seen_at, authenticated_at, expires_at, user_agent, address, method, password_due, page_key_hash,
      actor_account_id, actor_login_id, actor_session_id, actor_return_hash, reason, ticket, scopes)
    select $1, $2, $3::uuid, $4, $5, $6, $7, $8, $9, $9, $9, $10, $11, $12, $13, $14, $15,
      $16::uuid, $17::text, $18, $19, $20, $21, $27::jsonb
    where ${gate}
    returning session_id
  ), granted as (
    insert into refresh_token (token_hash, family_id, session_id, issued_at, expires_at, client_id)
    select $22, $23, session_id, $9, $10, $26 from opened
  ), noted as (
    insert into audit_event (event_id, at, actor_account_id, actor_login_id, session_id, member_id, action, record_type,
      record_id, outcome, address, request_id, as_account_id, as_login_id)
    select $24, $9, coalesce($16::uuid, $3::uuid), coalesce($17::text, $4), session_id, $6,
      case when $27::jsonb is not null then 'viewing.start' when $16::uuid is null then 'sign-in'
        else 'simulation.start' end,
      case when $27::jsonb is null then 'account' else 'member' end,
      case when $27::jsonb is null then $3::uuid::text else $6::uuid::text end, 'done', $12, $25,
      case when $16::uuid <> $3::uuid then $3::uuid end, case when $16::uuid <> $3::uuid then $4 end
    from opened
  )`
}

/** One statement, one round trip, one commit. */
const openStatement = statement<never>('session-open', `with ${openingParts('true')} select where false`)

/** The same once the limits have let a right password in; what they refuse is in the audit log instead. */
const openJudgedStatement = statement<{ readonly code: LimitCode | null }>(
  'session-open-judged',
  `with ${settling(28).right}, ${openingParts('exists (select from verdict where code is null)')}, refused as (
    insert into audit_event (event_id, at, member_id, action, record_type, record_id, outcome, address, request_id)
    select $24, $9, $6, 'sign-in ' || code, 'account', $3::uuid::text, 'refused', $12, $25
    from verdict where code is not null
  )
  select code from verdict`,
)

/** Opens a session with ids and secrets of its own (SI-14). With an `attempt` it throws CallError as the limits say. */
export async function openSession(database: Pick<Database, 'run'>, opening: SessionOpening): Promise<OpenedSession> {
  const { account, method, userAgent, origin, now, maxS, simulation, viewing, attempt, clientId } = opening
  const acting = simulation ?? viewing
  const { account_id: accountId, login_id: loginId, role, member_id: memberId, brand } = account
  const sessionId = uuidv7()
  const sessionToken = newSecret()
  const refreshToken = newSecret()
  const pageKey = newSecret()
  const expiresAt = new Date(now.getTime() + maxS * 1000)
  const values = [
    sessionId,
    hashSecret(sessionToken),
    accountId,
    loginId,
    role,
    memberId,
    brand,
    account.market,
    now,
    expiresAt,
    userAgent,
    origin.address,
    method,
    acting === undefined && mustChangePassword(account),
    hashSecret(pageKey),
    acting?.actor.accountId ?? null,
    acting?.actor.loginId ?? null,
    acting?.actorSessionId ?? null,
    acting ? hashSecret(acting.returnSecret) : null,
    simulation?.reason ?? null,
    simulation?.ticket ?? null,
    hashSecret(refreshToken),
    uuidv7(),
    uuidv7(),
    origin.requestId,
    clientId ?? null,
    viewing ? JSON.stringify(viewing.scopes) : null,
  ]
  if (attempt === undefined) await database.run(openStatement, values)
  else {
    const [row] = await database.run(openJudgedStatement, [...values, ...attemptValues(attempt, now)])
    if (row?.code) throw limitError(row.code)
  }
  const actor = acting?.actor ?? null
  const scopes = viewing?.scopes ?? null
  const principal: Principal = { accountId, loginId, role, brand, memberId, sessionId, actor, scopes }
  return { principal, signedInAt: now, sessionToken, refreshToken, pageKey }
}

/** SI-7: a member whose password is too weak, and anybody with a temporary one. */
export function mustChangePassword(
  account: Pick<SignInAccount, 'role' | 'temporary_password' | 'security_strength_enforcement'>,
): boolean {
  const forced = account.role === 'MEMBER' && account.security_strength_enforcement === 'FORCED'
  return forced || account.temporary_password
}
