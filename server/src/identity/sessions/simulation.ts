import type { ErrorCode } from '@portico/contract/errors'
import { SIMULATION_MS } from '@portico/rules/session/timing'
import { normalizeLoginId } from '@portico/rules/validation/login-id'
import { type AuditContext, audit } from '../../platform/audit/store.ts'
import { easternDay } from '../../platform/day.ts'
import { type Database, runIn, type Tx } from '../../platform/db/database.ts'
import { lockAccount } from '../../platform/db/row-locks.ts'
import type { EndReason } from '../../platform/db/tables.ts'
import { CallError } from '../../platform/http/call-error.ts'
import type { Principal } from '../../platform/http/principal.ts'
import { findAccountByLogin } from '../accounts/sign-in-accounts.ts'
import type { AccountWithMember } from '../accounts/sign-in-statement.ts'
import { readScope, type Scope, worksFor } from '../rights/scope.ts'
import { hashSecret, newSecret } from '../tokens/secrets.ts'
import { endAllBeside, giveTicket, type Taking, takeTicket } from './beside.ts'
import { AccountChanged, type OpenedSession, openSession } from './open-session.ts'
import { endActing } from './overdue-simulations.ts'
import { type HeldSecrets, isOwnPage, lockOwn, putAside, takeBack } from './own-session.ts'
import { findSignInRefusal } from './refusal.ts'
import { findByReturn, lockActing, lockSimulations } from './session-store.ts'
import { type Sessions, toPrincipal } from './sessions.ts'
import { type SignedIn, signInPayload } from './sign-in.ts'

/** The representative's request. */
export interface SimulationRequest extends AuditContext, HeldSecrets {
  readonly loginId: string
  readonly reason: string
  readonly ticket: string
  readonly userAgent: string
}

/**
 * A representative acts for a member, a prospect or a visitor (CS-1); the rep's own session is set aside meanwhile. Ending such a session
 * and returning works the same way for a person who views shared information (RG-3).
 */
export interface Simulations {
  /** Throws SIMULATION-PROHIBITED, NOT-FOUND, or CONFLICT if another start was faster. Every outcome is audited. */
  start(request: SimulationRequest): Promise<SignedIn & { readonly returnSecret: string }>
  /** The same in a separate browser tab, while the rep's own session continues (`beside.ts`); returns the ticket that the tab takes. */
  startBeside(request: SimulationRequest): Promise<string>
  /** Hands a session over to the tab that has its ticket; `takeTicket` explains the result. */
  take(...taking: Taking): ReturnType<typeof takeTicket>
  /** Ends a simulation and returns to the rep's own session; without its secret that session ends too, for the given reason. */
  stop(
    principal: Principal,
    how: AuditContext & { readonly returnSecret: string | undefined; readonly reason: EndReason },
  ): Promise<OpenedSession | null>
  /** Returns to the own session after a simulation ended by itself; null if the secret no longer leads anywhere. */
  resume(returnSecret: string, at: AuditContext): Promise<OpenedSession | null>
}

const simulated: readonly Principal['role'][] = ['MEMBER', 'PROS', 'VISITOR']

/** Dependencies of simulations. */
export interface SimulationParts {
  readonly database: Database
  readonly sessions: Sessions
}

export function createSimulations(parts: SimulationParts): Simulations {
  return {
    start: (request) => startSimulation(parts, request, (tx, account) => beginSimulation(tx, account, request)),
    startBeside: (request) =>
      startSimulation(parts, request, (tx, account) => beginBeside(tx, parts.sessions, account, request)),
    take: (...taking) => takeTicket(parts, ...taking),
    stop: (principal, how) => stopSimulation(parts, principal, how),
    resume: (returnSecret, at) => resumeOwn(parts, returnSecret, at),
  }
}

async function startSimulation<Started>(
  parts: SimulationParts,
  request: SimulationRequest,
  begin: (tx: Tx, account: AccountWithMember) => Promise<Started>,
): Promise<Started> {
  const { database } = parts
  const { principal, now } = request
  const rep = await readScope(database.read, principal)
  const account = await findAccountByLogin(database, normalizeLoginId(request.loginId))
  try {
    const proven = await isOwnPage(database.read, request)
    const code = proven ? findRefusal(rep, account, now) : 'SIMULATION-PROHIBITED'
    if (code) throw new CallError(code)
    if (account === undefined) throw new CallError('NOT-FOUND')
    return await database.transaction(async (tx) => {
      // The rep's rights may have shrunk since they were read.
      await lockAccount(tx, principal.accountId)
      if (findRefusal(await readScope(tx, principal), account, now)) throw new CallError('SIMULATION-PROHIBITED')
      return begin(tx, account)
    })
  } catch (error) {
    const refused = error instanceof AccountChanged ? new CallError('SIMULATION-PROHIBITED') : error
    if (refused instanceof CallError) await recordRefused(parts, refused.code, account, request)
    throw refused
  }
}

async function stopSimulation(
  parts: SimulationParts,
  principal: Principal,
  {
    returnSecret,
    reason,
    ...at
  }: AuditContext & { readonly returnSecret: string | undefined; readonly reason: EndReason },
): Promise<OpenedSession | null> {
  const own = await endSimulation(parts, principal, at)
  const resumed = returnSecret === undefined ? null : await takeBack(parts, { returnSecret, sessionId: own }, at.now)
  if (resumed === null && own !== null) await endSimulation(parts, principal, at, reason)
  return resumed
}

async function resumeOwn(
  parts: SimulationParts,
  returnSecret: string,
  at: AuditContext,
): Promise<OpenedSession | null> {
  const { database } = parts
  const row = await findByReturn(database.read, hashSecret(returnSecret))
  if (row === undefined) return null
  if (row.ended_at === null) await endSimulation(parts, toPrincipal(row), at)
  return takeBack(parts, { returnSecret, sessionId: row.actor_session_id }, at.now)
}

async function beginSimulation(tx: Tx, account: AccountWithMember, request: SimulationRequest) {
  const payload = { ...signInPayload(account), HMCSRProxyToken: newSecret() }
  const { returnSecret, expiresAt } = await putAside(tx, request, request.now)
  return { payload, account, returnSecret, ...(await open(tx, account, request, { returnSecret, expiresAt })) }
}

/** One at a time: ends the rep's other acting sessions beside this one. */
async function beginBeside(tx: Tx, sessions: Sessions, account: AccountWithMember, request: SimulationRequest) {
  const { expires_at: expiresAt } = await lockOwn(tx, request)
  await endAllBeside(tx, sessions, request.principal, request)
  const { principal } = await open(tx, account, request, { returnSecret: null, expiresAt })
  return giveTicket(tx, principal)
}

function open(
  tx: Tx,
  account: AccountWithMember,
  { principal, now, origin, userAgent, reason, ticket }: SimulationRequest,
  own: { readonly returnSecret: string | null; readonly expiresAt: Date },
) {
  const { accountId, loginId, sessionId: actorSessionId } = principal
  const { returnSecret } = own
  const simulation = { actor: { accountId, loginId }, actorSessionId, returnSecret, reason, ticket }
  const expiresAt = new Date(Math.min(now.getTime() + SIMULATION_MS, own.expiresAt.getTime()))
  const maxS = (expiresAt.getTime() - now.getTime()) / 1000
  return openSession(runIn(tx), { account, method: 'simulation', userAgent, origin, now, maxS, simulation })
}

/** Also ends the rep's own session, if it was set aside and a reason is given; returns its id. */
async function endSimulation(
  { database, sessions }: SimulationParts,
  principal: Principal,
  { origin, now }: AuditContext,
  ownReason?: EndReason,
): Promise<string | null> {
  return database.transaction(async (tx) => {
    const { sessionId } = principal
    const row = await lockActing(tx, sessionId)
    if (row?.ended_at === null) {
      await endActing(tx, sessions, principal, { origin, now })
    }
    const own = row?.actor_return_hash ? row.actor_session_id : null
    if (own !== null && ownReason !== undefined) await sessions.end(tx, own, ownReason, now)
    return own
  })
}

async function recordRefused(
  { database }: SimulationParts,
  code: ErrorCode,
  account: AccountWithMember | undefined,
  request: SimulationRequest,
): Promise<void> {
  const event = {
    action: `simulation.start ${code}`,
    recordType: 'account',
    recordId: account?.account_id ?? null,
    memberId: account?.member_id ?? null,
    outcome: 'refused',
  } as const
  await database.transaction((tx) => audit(tx, request.principal, event, request))
}

/** Ends a representative's simulations that they are no longer allowed: all of them, or those of other brands' people (CS-1, AD-2). */
export async function endProhibited(
  tx: Tx,
  sessions: Pick<Sessions, 'end'>,
  rep: Pick<Scope, 'accountId' | 'entitlements' | 'brands'>,
  at: Pick<AuditContext, 'origin' | 'now'>,
): Promise<void> {
  for (const row of await lockSimulations(tx, rep.accountId))
    if (!rep.entitlements.includes('simulate') || !worksFor(rep, row.brand))
      await endActing(tx, sessions, toPrincipal(row), at)
}

/**
 * Why someone may not simulate someone else. Only staff with the entitlement may simulate, and only people of their brands who could sign
 * in themselves and are not staff or agents. Only staff with the entitlement learn that a login ID is unknown or belongs to another brand.
 */
function findRefusal(rep: Scope, account: AccountWithMember | undefined, now: Date): ErrorCode | null {
  if (!rep.entitlements.includes('simulate')) return 'SIMULATION-PROHIBITED'
  if (account === undefined) return null
  if (!worksFor(rep, account.brand)) return 'NOT-FOUND'
  const mayBe = simulated.includes(account.role) && findSignInRefusal(account, easternDay(now), null) === null
  return mayBe ? null : 'SIMULATION-PROHIBITED'
}
