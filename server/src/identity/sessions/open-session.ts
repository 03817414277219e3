import type { AccessScope } from '@portico/rules/people/access'
import { v7 as uuidv7 } from 'uuid'
import { actorColumns, auditInsert, type Origin } from '../../platform/audit/store.ts'
import { createStatement, type Database } from '../../platform/db/database.ts'
import type { SignInMethod } from '../../platform/db/tables.ts'
import { CallError } from '../../platform/http/call-error.ts'
import type { Actor, Principal } from '../../platform/http/principal.ts'
import { type AttemptKeys, type LimitCode, type SettlingValues, settling } from '../../platform/limits/attempts.ts'
import type { SignInAccount } from '../accounts/sign-in-accounts.ts'
import { limitError } from '../passwords/password-check.ts'
import { hashSecret, newSecret } from '../tokens/secrets.ts'

export interface OpenedSession {
  readonly principal: Principal
  readonly signedInAt: Date
  readonly sessionToken: string
  readonly refreshToken: string
  /** Value of ObSSOCookie: readable by the page, bound to the session, and useless on its own. */
  readonly pageKey: string
}

/** The person acting for someone else, and their own session. */
interface ActingFor {
  readonly actor: Actor
  readonly actorSessionId: string
  /** Leads back to the person's own session. */
  readonly returnSecret: string
}

/** A rep's simulation of someone (CS-1), and why. */
export interface Simulation extends ActingFor {
  readonly reason: string
  readonly ticket: string
}

/** A session in which someone looks at information that a member shares with them (RG-3). */
export interface Viewing extends ActingFor {
  readonly scopes: readonly AccessScope[]
}

export interface SessionOpening {
  readonly account: SignInAccount
  readonly method: SignInMethod
  readonly userAgent: string
  readonly origin: Origin
  readonly now: Date
  /** Longest lifetime in seconds. */
  readonly maxS: number
  /** A second factor must be set up before anything else (AD-2). */
  readonly factorDue?: boolean
  readonly simulation?: Simulation
  readonly viewing?: Viewing
  /** The password that was proven, as it is stored; null: the session rests on something else. */
  readonly passwordHash?: string | null
  /** The attempt with the right password that opens this session: its count of failures in a row is reset, unless it is locked by then. */
  readonly attempt?: AttemptKeys
  /** The client that the refresh token is issued to; left out: the portal itself. */
  readonly clientId?: string | undefined
  /** The connection by which they signed in, which may end the session. */
  readonly provider?: { readonly connectionId: string; readonly session: string | null } | null
}

interface OpeningValues {
  readonly sessionId: string
  readonly tokenHash: Buffer
  readonly accountId: string
  readonly loginId: string
  readonly role: string
  readonly memberId: string | null
  readonly brand: string
  readonly market: string | null
  readonly now: Date
  readonly expiresAt: Date
  readonly userAgent: string
  readonly address: string
  readonly method: SignInMethod
  readonly passwordDue: boolean
  readonly factorDue: boolean
  readonly pageKeyHash: Buffer
  readonly actorAccountId: string | null
  readonly actorLoginId: string | null
  readonly actorSessionId: string | null
  readonly returnHash: Buffer | null
  readonly reason: string | null
  readonly ticket: string | null
  /** A list as JSON. */
  readonly scopes: string | null
  readonly passwordHash: string | null
  readonly refreshHash: Buffer
  readonly familyId: string
  readonly clientId: string | null
  readonly connectionId: string | null
  readonly providerSession: string | null
  readonly eventId: string
  readonly requestId: string
}

const viewed = ':scopes::jsonb is not null'

/**
 * The account, if a session may be opened. Makes a lock, closure or new password of the account at this moment either wait for the session
 * and end it, or keep it from opening (AD-2, AD-3, RG-2).
 */
const openable = `openable as materialized (
    select from account where account_id = :accountId::uuid and locked_at is null and ended_at is null
      and (:passwordHash::text is null or password_hash = :passwordHash::text) for share
  )`

/** The account was locked or closed, or got another password, after it was judged. */
export class AccountChanged extends CallError {
  constructor() {
    super('GEN-SUSPEND')
  }
}

/**
 * Stores what an opened session consists of: the session, its first refresh token, an audit row. Nothing happens unless the condition
 * `gate` is true.
 */
function buildOpening(gate: string): string {
  return `opened as (
    insert into session (session_id, token_hash, account_id, login_id, role, member_id, brand, market, created_at,
      last_seen_at, authenticated_at, expires_at, user_agent, address, method, password_due, factor_due, page_key_hash,
      actor_account_id, actor_login_id, actor_session_id, actor_return_hash, reason, ticket, scopes,
      connection_id, provider_session)
    select :sessionId, :tokenHash, :accountId::uuid, :loginId, :role, :memberId, :brand, :market, :now, :now, :now,
      :expiresAt, :userAgent, :address, :method, :passwordDue, :factorDue, :pageKeyHash, :actorAccountId::uuid,
      :actorLoginId::text, :actorSessionId, :returnHash, :reason, :ticket, :scopes::jsonb, :connectionId::uuid,
      :providerSession::text
    where ${gate} and exists (select from openable)
    returning session_id
  ), granted as (
    insert into refresh_token (token_hash, family_id, session_id, issued_at, expires_at, client_id)
    select :refreshHash, :familyId, session_id, :now, :expiresAt, :clientId from opened
  ), noted as (${auditInsert(
    {
      event_id: ':eventId',
      at: ':now',
      session_id: 'session_id',
      member_id: ':memberId',
      action: `case when ${viewed} then 'viewing.start' when :actorAccountId::uuid is null then 'sign-in'
        else 'simulation.start' end`,
      record_type: `case when ${viewed} then 'member' else 'account' end`,
      record_id: `case when ${viewed} then :memberId::uuid::text else :accountId::uuid::text end`,
      outcome: `'done'`,
      address: ':address',
      request_id: ':requestId',
      ...actorColumns(
        { id: ':accountId::uuid', loginId: ':loginId' },
        { id: ':actorAccountId::uuid', loginId: ':actorLoginId::text' },
      ),
    },
    'opened',
  )})`
}

/** One statement, one round trip, one commit. */
const openStatement = createStatement<{ readonly opened: boolean }, OpeningValues>(
  'session-open',
  `with ${openable}, ${buildOpening('true')} select exists (select from opened) as opened`,
)

/** The same, if the limits accept a right password; refusals are audited instead. The account is locked before the counts. */
const openJudgedStatement = createStatement<
  { readonly code: LimitCode | null; readonly opened: boolean },
  OpeningValues & SettlingValues
>(
  'session-open-judged',
  `with ${openable}, ${settling.right('(select count(*) from openable) >= 0')}, ${buildOpening('exists (select from verdict where code is null)')}, refused as (${auditInsert(
    {
      event_id: ':eventId',
      at: ':now',
      member_id: ':memberId',
      action: `'sign-in ' || code`,
      record_type: `'account'`,
      record_id: ':accountId::uuid::text',
      outcome: `'refused'`,
      address: ':address',
      request_id: ':requestId',
    },
    'verdict where code is not null',
  )})
  select code, exists (select from opened) as opened from verdict`,
)

/**
 * Opens a session with ids and secrets of its own (SI-14). Throws AccountChanged, and with an `attempt` the CallError of the limits.
 */
export async function openSession(database: Pick<Database, 'run'>, opening: SessionOpening): Promise<OpenedSession> {
  const { account, method, userAgent, origin, now, maxS, simulation, viewing, attempt, clientId } = opening
  const acting = simulation ?? viewing
  const { account_id: accountId, login_id: loginId, role, member_id: memberId, brand } = account
  const sessionId = uuidv7()
  const sessionToken = newSecret()
  const refreshToken = newSecret()
  const pageKey = newSecret()
  const expiresAt = new Date(now.getTime() + maxS * 1000)
  const values = {
    sessionId,
    accountId,
    loginId,
    role,
    memberId,
    brand,
    now,
    expiresAt,
    userAgent,
    method,
    ...origin,
    tokenHash: hashSecret(sessionToken),
    market: account.market,
    // Who signs in by the plan's provider has no password of ours to change.
    passwordDue: acting === undefined && !opening.provider && mustChangePassword(account),
    factorDue: opening.factorDue ?? false,
    pageKeyHash: hashSecret(pageKey),
    actorAccountId: acting?.actor.accountId ?? null,
    actorLoginId: acting?.actor.loginId ?? null,
    actorSessionId: acting?.actorSessionId ?? null,
    returnHash: acting ? hashSecret(acting.returnSecret) : null,
    reason: simulation?.reason ?? null,
    ticket: simulation?.ticket ?? null,
    scopes: viewing ? JSON.stringify(viewing.scopes) : null,
    passwordHash: opening.passwordHash ?? null,
    refreshHash: hashSecret(refreshToken),
    familyId: uuidv7(),
    clientId: clientId ?? null,
    connectionId: opening.provider?.connectionId ?? null,
    providerSession: opening.provider?.session ?? null,
    eventId: uuidv7(),
  }
  if (attempt === undefined) {
    const [row] = await database.run(openStatement, openStatement.bindValues(values))
    if (!row?.opened) throw new AccountChanged()
  } else {
    const judged = openJudgedStatement.bindValues({ ...values, ...attempt })
    const [row] = await database.run(openJudgedStatement, judged)
    if (row?.code) throw limitError(row.code)
    if (!row?.opened) throw new AccountChanged()
  }
  const actor = acting?.actor ?? null
  const scopes = viewing?.scopes ?? null
  const principal: Principal = { accountId, loginId, role, brand, memberId, sessionId, actor, scopes }
  return { principal, signedInAt: now, sessionToken, refreshToken, pageKey }
}

/** Whether the password must be changed (SI-7): a member's that is too weak, or a temporary one. */
export function mustChangePassword(
  account: Pick<SignInAccount, 'role' | 'temporary_password' | 'security_strength_enforcement'>,
): boolean {
  const forced = account.role === 'MEMBER' && account.security_strength_enforcement === 'FORCED'
  return forced || account.temporary_password
}
