import type { AccessScope } from '@portico/rules/people/access'
import { v7 as uuidv7 } from 'uuid'
import type { Origin } from '../../platform/audit/store.ts'
import type { Database } from '../../platform/db/database.ts'
import type { SignInMethod } from '../../platform/db/tables.ts'
import { CallError } from '../../platform/http/call-error.ts'
import type { Actor, Principal } from '../../platform/http/principal.ts'
import type { AttemptKeys } from '../../platform/limits/attempt-statement.ts'
import type { SignInAccount } from '../accounts/sign-in-statement.ts'
import { limitError } from '../passwords/password-check.ts'
import { type CheckedAnswer, toAnswerValues } from '../sign-on/answer-statement.ts'
import { hashSecret, newSecret } from '../tokens/secrets.ts'
import { openJudgedStatement, openLinkedStatement, openStatement } from './opening-statement.ts'

export interface OpenedSession {
  readonly principal: Principal
  readonly signedInAt: Date
  readonly sessionToken: string
  readonly refreshToken: string
  /** Value of ObSSOCookie: readable by the page, bound to the session, and useless on its own. */
  readonly pageKey: string
}

/** The account acting for someone else, and its own session. */
interface ActingFor {
  readonly actor: Actor
  readonly actorSessionId: string
  /** Leads back to the person's own session; null if that continues beside this one. */
  readonly returnSecret: string | null
}

/** A rep's simulation of someone (CS-1), with the reason. */
export interface Simulation extends ActingFor {
  readonly reason: string
  readonly ticket: string
}

/** A session in which someone views information that a member shares with them (RG-3). */
export interface Viewing extends ActingFor {
  readonly scopes: readonly AccessScope[]
}

export interface SessionOpening {
  readonly account: SignInAccount
  readonly method: SignInMethod
  readonly userAgent: string
  readonly origin: Origin
  readonly now: Date
  /** When they authenticated; left out: now. */
  readonly provenAt?: Date
  /** Longest lifetime in seconds. */
  readonly maxS: number
  /** A second factor must be set up before anything else (AD-2). */
  readonly factorDue?: boolean
  readonly simulation?: Simulation
  readonly viewing?: Viewing
  /** The stored hash of the proven password; null: the session does not depend on one. */
  readonly passwordHash?: string | null
  /**
   * The attempt with the correct password that opens this session: resets its count of consecutive failures, unless it has been locked by
   * then.
   */
  readonly attempt?: AttemptKeys
  /** The client that receives the refresh token; left out: the portal itself. */
  readonly clientId?: string | undefined
  /** The connection used to sign in, which may end the session. */
  readonly provider?: {
    readonly connectionId: string
    /** The version of its settings that let them in; null: the live one. */
    readonly version: number | null
    readonly session: string | null
    /** The name that they type for a directory sign-in (SI-5); left out: unchanged. */
    readonly knownAs?: string | null
    /** The provider's answer, if it opens this session by itself. */
    readonly answer?: CheckedAnswer
  } | null
}

/** The account was locked or closed, got another password, or lost its sign-in connection after it was judged. */
export class AccountChanged extends CallError {
  constructor() {
    super('GEN-SUSPEND')
  }
}

/** The provider's answer has opened a session before. */
export class AnswerRepeated extends CallError {
  constructor() {
    super('CHALLENGE-EXPIRED')
  }
}

/** Opens a session with its own ids and secrets (SI-14). Throws AccountChanged, AnswerRepeated, and with an `attempt` the CallError of the limits. */
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
    provenAt: opening.provenAt ?? now,
    expiresAt,
    userAgent,
    method,
    ...origin,
    tokenHash: hashSecret(sessionToken),
    market: account.market,
    // People who sign in through the plan's provider have no password with us to change.
    passwordDue: acting === undefined && !opening.provider && mustChangePassword(account),
    factorDue: opening.factorDue ?? false,
    pageKeyHash: hashSecret(pageKey),
    actorAccountId: acting?.actor.accountId ?? null,
    actorLoginId: acting?.actor.loginId ?? null,
    actorSessionId: acting?.actorSessionId ?? null,
    returnHash: acting?.returnSecret ? hashSecret(acting.returnSecret) : null,
    reason: simulation?.reason ?? null,
    ticket: simulation?.ticket ?? null,
    scopes: viewing ? JSON.stringify(viewing.scopes) : null,
    passwordHash: opening.passwordHash ?? null,
    refreshHash: hashSecret(refreshToken),
    familyId: uuidv7(),
    clientId: clientId ?? null,
    connectionId: opening.provider?.connectionId ?? null,
    connectionVersion: opening.provider?.version ?? null,
    providerSession: opening.provider?.session ?? null,
    eventId: uuidv7(),
  }
  if (opening.provider) {
    const { knownAs = null, answer = null } = opening.provider
    const also = { ...toAnswerValues(answer), knownAs, attemptId: uuidv7() }
    const [row] = await database.run(openLinkedStatement, openLinkedStatement.bindValues({ ...values, ...also }))
    if (row?.repeated) throw new AnswerRepeated()
    if (!row?.opened) throw new AccountChanged()
  } else if (attempt === undefined) {
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

/** Whether the password must be changed (SI-7): a member's weak password, or a temporary one. */
export function mustChangePassword(
  account: Pick<SignInAccount, 'role' | 'temporary_password' | 'security_strength_enforcement'>,
): boolean {
  const forced = account.role === 'MEMBER' && account.security_strength_enforcement === 'FORCED'
  return forced || account.temporary_password
}
