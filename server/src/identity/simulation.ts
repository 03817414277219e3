import { createHmac } from 'node:crypto'
import type { ErrorCode } from '@portico/contract/errors'
import { SIMULATION_MS } from '@portico/rules/timing'
import { normalizeLoginId } from '@portico/rules/validation/login-id'
import { v7 as uuidv7 } from 'uuid'
import { type Origin, recordAudit } from '../audit/store.ts'
import { type Database, runIn } from '../db/database.ts'
import type { EndReason } from '../db/tables.ts'
import { CallError } from '../http/call-error.ts'
import type { Principal, SessionPrincipal } from '../http/principal.ts'
import { type AccountWithMember, findAccount, findAccountByLogin } from './account-store.ts'
import { type OpenedSession, openSession } from './open-session.ts'
import { refusalOf } from './refusal.ts'
import { hashSecret, newSecret } from './secrets.ts'
import type { Sessions } from './sessions.ts'
import { type SignedIn, signInPayload } from './sign-in.ts'

interface At {
  readonly origin: Origin
  readonly now: Date
}

export interface SimulationRequest extends At {
  /** The representative. */
  readonly principal: SessionPrincipal
  /** What their own session cookie and their page hold, as sent. */
  readonly sessionToken: string | undefined
  readonly pageKey: string | undefined
  readonly loginId: string
  readonly reason: string
  readonly ticket: string
  readonly userAgent: string
}

/** A session that was opened or gone back to, with its last moment. */
type Lasting<T> = T & { readonly expiresAt: Date }

/** A representative acts for a member, a prospect or a visitor (CS-1); the rep's own session waits meanwhile. */
export interface Simulations {
  /** Throws SIMULATION-PROHIBITED, NOT-FOUND, or CONFLICT where another start was quicker. Every outcome is in the audit log. */
  start(request: SimulationRequest): Promise<Lasting<SignedIn> & { readonly returnSecret: string }>
  /** Ends a simulation and goes back to the rep's own session; without its secret that ends too, for the reason given. */
  stop(
    principal: Principal,
    how: At & { readonly returnSecret: string | undefined; readonly reason: EndReason },
  ): Promise<Lasting<OpenedSession> | null>
  /** Goes back after a simulation ended by itself; null where the secret leads nowhere any more. */
  resume(returnSecret: string, at: At): Promise<Lasting<OpenedSession> | null>
}

const simulated: readonly Principal['role'][] = ['MEMBER', 'PROS', 'VISITOR']

export function createSimulations(parts: { readonly database: Database; readonly sessions: Sessions }): Simulations {
  const { database, sessions } = parts
  return {
    start: async (request) => {
      const { principal, now, origin, userAgent, reason, ticket } = request
      const rep = await findAccount(database.read, principal.accountId)
      const account = await findAccountByLogin(database, normalizeLoginId(request.loginId))
      const proven = await isOwnPage(request)
      const code = proven ? refusal(rep?.entitlements ?? [], account, now) : 'SIMULATION-PROHIBITED'
      if (code) throw await refused(code, account, request)
      if (account === undefined) throw await refused('NOT-FOUND', account, request)
      const payload = { ...signInPayload(account), HMCSRProxyToken: newSecret() }
      const returnSecret = newSecret()
      return database.transaction(async (tx) => {
        const own = await tx
          .selectFrom('session')
          .select(['token_hash', 'expires_at'])
          .where('session_id', '=', principal.sessionId)
          .where('ended_at', 'is', null)
          .forUpdate()
          .executeTakeFirst()
        if (!own || !isHashOf(own.token_hash, request.sessionToken)) throw new CallError('CONFLICT')
        // From now on only the return secret leads to the rep's own session.
        const { sessionToken, pageKey } = secretsFrom(returnSecret)
        await tx
          .updateTable('session')
          .set({ token_hash: hashSecret(sessionToken), page_key_hash: hashSecret(pageKey), last_seen_at: now })
          .where('session_id', '=', principal.sessionId)
          .execute()
        await tx
          .updateTable('refresh_token')
          .set({ revoked_at: now })
          .where('session_id', '=', principal.sessionId)
          .where('revoked_at', 'is', null)
          .execute()
        const { accountId, loginId, sessionId: actorSessionId } = principal
        const simulation = { actor: { accountId, loginId }, actorSessionId, returnSecret, reason, ticket }
        const expiresAt = new Date(Math.min(now.getTime() + SIMULATION_MS, own.expires_at.getTime()))
        const maxS = (expiresAt.getTime() - now.getTime()) / 1000
        const opening = { account, method: 'simulation', userAgent, origin, now, maxS, simulation } as const
        return { payload, account, returnSecret, expiresAt, ...(await openSession(runIn(tx), opening)) }
      })
    },

    stop: async (principal, { returnSecret, reason, ...at }) => {
      const own = await endSimulation(principal, at)
      const resumed = returnSecret === undefined ? null : await ownSession(returnSecret, own, at)
      if (resumed === null && own !== null) {
        await database.transaction((tx) => sessions.end(tx, own, reason, at.now))
      }
      return resumed
    },

    resume: async (returnSecret, at) => {
      const row = await database.read
        .selectFrom('session')
        .select(['session_id', 'account_id', 'login_id', 'role', 'brand', 'member_id', 'ended_at'])
        .select(['actor_account_id', 'actor_login_id', 'actor_session_id'])
        .where('actor_return_hash', '=', hashSecret(returnSecret))
        .executeTakeFirst()
      if (!row?.actor_account_id || !row.actor_login_id) return null
      if (row.ended_at === null) {
        const {
          account_id: accountId,
          login_id: loginId,
          role,
          brand,
          member_id: memberId,
          session_id: sessionId,
        } = row
        const actor = { accountId: row.actor_account_id, loginId: row.actor_login_id }
        await endSimulation({ accountId, loginId, role, brand, memberId, sessionId, actor }, at)
      }
      return ownSession(returnSecret, row.actor_session_id, at)
    },
  }

  /** Throws CONFLICT where the session has a new secret since it was let in: another start was quicker. */
  async function isOwnPage({ principal, sessionToken, pageKey }: SimulationRequest): Promise<boolean> {
    const row = await database.read
      .selectFrom('session')
      .select(['token_hash', 'page_key_hash'])
      .where('session_id', '=', principal.sessionId)
      .executeTakeFirst()
    if (!isHashOf(row?.token_hash ?? null, sessionToken)) throw new CallError('CONFLICT')
    return isHashOf(row?.page_key_hash ?? null, pageKey)
  }

  /** Answers the id of the rep's own session. */
  async function endSimulation(principal: Principal, { origin, now }: At): Promise<string | null> {
    return database.transaction(async (tx) => {
      const { sessionId, accountId, memberId } = principal
      const row = await tx
        .selectFrom('session')
        .select(['actor_session_id', 'ended_at'])
        .where('session_id', '=', sessionId)
        .forUpdate()
        .executeTakeFirst()
      if (row?.ended_at === null) {
        await sessions.end(tx, sessionId, 'simulation-ended', now)
        const event = { action: 'simulation.end', recordType: 'account', recordId: accountId, outcome: 'done' } as const
        await recordAudit(tx, { ...event, actor: principal, memberId, origin }, now)
      }
      return row?.actor_session_id ?? null
    })
  }

  /** The rep's own session with a new refresh token, if it still lives and the secret is the one that leads to it. */
  async function ownSession(
    returnSecret: string,
    sessionId: string | null,
    { now }: At,
  ): Promise<Lasting<OpenedSession> | null> {
    const { sessionToken, pageKey } = secretsFrom(returnSecret)
    const principal = await sessions.findByToken(sessionToken, now)
    if (principal === null || principal.sessionId !== sessionId) return null
    const refreshToken = newSecret()
    const row = await database.transaction(async (tx) => {
      await tx
        .insertInto('refresh_token')
        .values({
          token_hash: hashSecret(refreshToken),
          family_id: uuidv7(),
          session_id: principal.sessionId,
          issued_at: now,
          expires_at: principal.expiresAt,
        })
        .execute()
      return tx
        .selectFrom('session')
        .select('created_at')
        .where('session_id', '=', principal.sessionId)
        .executeTakeFirstOrThrow()
    })
    return {
      principal,
      signedInAt: row.created_at,
      expiresAt: principal.expiresAt,
      sessionToken,
      refreshToken,
      pageKey,
    }
  }

  async function refused(
    code: ErrorCode,
    account: AccountWithMember | undefined,
    { principal, origin, now }: SimulationRequest,
  ): Promise<CallError> {
    const event = {
      actor: principal,
      memberId: account?.member_id ?? null,
      action: `simulation.start ${code}`,
      recordType: 'account',
      recordId: account?.account_id ?? null,
      outcome: 'refused',
      origin,
    } as const
    await database.transaction((tx) => recordAudit(tx, event, now))
    return new CallError(code)
  }
}

/**
 * Who may not simulate whom. Only staff with the entitlement may, and only those who could sign in themselves and are no
 * staff or agents; that a login ID is unknown is told to the entitled alone.
 */
function refusal(entitlements: readonly string[], account: AccountWithMember | undefined, now: Date): ErrorCode | null {
  if (!entitlements.includes('simulate')) return 'SIMULATION-PROHIBITED'
  if (account === undefined) return null
  const mayBe = simulated.includes(account.role) && refusalOf(account, now.toISOString().slice(0, 10)) === null
  return mayBe ? null : 'SIMULATION-PROHIBITED'
}

/** What the rep's own session goes by after a simulation: the same for every tab that comes back with the secret. */
function secretsFrom(returnSecret: string): Pick<OpenedSession, 'sessionToken' | 'pageKey'> {
  const derive = (purpose: string) => createHmac('sha256', returnSecret).update(purpose).digest('base64url')
  return { sessionToken: derive('session'), pageKey: derive('page-key') }
}

function isHashOf(hash: Buffer | null, secret: string | undefined): boolean {
  return hash !== null && secret !== undefined && hash.equals(hashSecret(secret))
}
