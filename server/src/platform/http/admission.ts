import { BACKGROUND_HEADER, type Call } from '@portico/contract/call'
import type { ErrorCode } from '@portico/contract/errors'
import { toNetwork } from '@portico/rules/identity/network'
import { STEP_UP_MS } from '@portico/rules/session/timing'
import type { FastifyRequest } from 'fastify'
import type { Origin } from '../audit/store.ts'
import type { Worker } from '../limits/work-budget.ts'
import { CallError } from './call-error.ts'
import type { CallContext } from './context.ts'
import type { OwnOrigins } from './own-origins.ts'
import type { Principal, RequestAuth, SessionPrincipal } from './principal.ts'

export type CallingPage = Pick<CallContext, 'fromOwnPage' | 'ownOrigin'>

export interface AdmissionOptions {
  readonly authenticator: RequestAuth
  readonly ownOrigins: OwnOrigins
  /** Whether a brand requires a step-up before a sensitive change. */
  asksForStepUp(brand: string): Promise<boolean>
  /** Records an attempt at a call that is never made for someone else (CS-1), or for which the person has no access (RG-3). */
  recordBlocked(principal: Principal, call: Call, origin: Origin): Promise<void>
}

/** Decides who is asking, from which page, and whether they may make a call. */
export function createAdmission({ authenticator, ownOrigins, asksForStepUp, recordBlocked }: AdmissionOptions) {
  return { checkOrigin, findRememberedPrincipal, admit }

  /** The caller, null if the call is open to anyone. Throws CallError for everyone who may not make it. */
  async function admit(call: Call, request: FastifyRequest): Promise<Principal | null> {
    const principal = await authenticate(call, request)
    if (principal !== null) await checkSession(call, principal, request)
    return principal
  }

  /** A browser names the page that a changing call comes from; another program sends no Origin and has no cookies of ours. */
  function checkOrigin(call: Call, request: FastifyRequest): CallingPage {
    const { origin } = request.headers
    const called = `${request.protocol}://${request.host}`
    const site = request.headers['sec-fetch-site']
    const own = origin === undefined ? site === 'same-origin' : ownOrigins.mayChange(origin, called)
    const foreign = origin === undefined ? site !== undefined && site !== 'same-origin' && site !== 'none' : !own
    if ((call.changes && foreign) || (call.ownPage && !own)) throw new CallError('ORIGIN-REFUSED')
    const from = origin ?? called
    return { fromOwnPage: own, ownOrigin: ownOrigins.mayChange(from, called) ? from : null }
  }

  async function authenticate(call: Call, request: FastifyRequest): Promise<Principal | null> {
    const { audience } = call
    if (audience.by === 'anyone') return null
    const principal = await (audience.by === 'session' ? fromCookie(call, request) : fromBearer(call, request))
    if (principal === null) throw new CallError('NO-SESSION')
    if (!audience.roles.includes(principal.role)) throw new CallError('WRONG-ROLE')
    return principal
  }

  /** Refuses calls that a session may not make even though its role may. */
  async function checkSession(call: Call, principal: Principal, request: FastifyRequest): Promise<void> {
    const blocked = findBlock(call, principal)
    if (blocked !== null) {
      await recordBlocked(principal, call, { address: request.address, requestId: request.id })
      throw new CallError(blocked)
    }
    if (!isProvenBySession(principal)) return
    if (principal.passwordDue && call.whilePasswordDue !== 'allowed') throw new CallError('PASSWORD-CHANGE-REQUIRED')
    if (principal.factorDue && call.whileFactorDue !== 'allowed') throw new CallError('SECOND-FACTOR-DUE')
    const isProvenLately = Date.now() - principal.authenticatedAt.getTime() <= STEP_UP_MS
    if (!call.stepUp || isProvenLately) return
    if (await asksForStepUp(principal.brand)) throw new CallError('STEP-UP-REQUIRED')
  }

  /** Null if the session must be proven first. */
  function findRememberedPrincipal(call: Call, request: FastifyRequest): SessionPrincipal | null {
    const token = request.cookies.LtpaToken2
    if (call.liveness !== 'in-query' || call.audience.by !== 'session' || !token) return null
    const principal = authenticator.bySessionCookieUnproven(token)
    if (principal === null || !call.audience.roles.includes(principal.role)) return null
    const isDue = principal.passwordDue || principal.factorDue || call.stepUp
    return isDue || findBlock(call, principal) !== null ? null : principal
  }

  async function fromCookie(call: Call, request: FastifyRequest): Promise<Principal | null> {
    const token = request.cookies.LtpaToken2
    return token ? authenticator.bySessionCookie(token, new Date(), { background: isBackground(call, request) }) : null
  }

  async function fromBearer(call: Call, request: FastifyRequest): Promise<Principal | null> {
    const token = /^Bearer ([\w.~+/-]+=*)$/i.exec(request.headers.authorization ?? '')?.[1]
    if (token === undefined) return null
    return call.liveness === 'in-query'
      ? authenticator.byAccessTokenUnproven(token, new Date())
      : authenticator.byAccessToken(token, new Date(), { background: isBackground(call, request) })
  }
}

/**
 * Whose share the call's work counts against: the signed-in person's, wherever they are, even for a call open to anyone; otherwise the
 * address's. Does not count as activity.
 */
export async function findWorker(
  authenticator: RequestAuth,
  request: FastifyRequest,
  caller: Principal | null,
): Promise<Worker> {
  const token = request.cookies.LtpaToken2
  const found = caller ?? (token ? await authenticator.bySessionCookie(token, new Date(), { background: true }) : null)
  if (found === null) return { kind: 'address', whose: toNetwork(request.ip) }
  return { kind: 'account', whose: (found.actor ?? found).accountId }
}

/** The error for calls that no one may make for someone else, or for which the member has given no access. */
function findBlock(call: Call, { actor, scopes }: Principal): ErrorCode | null {
  if (scopes !== null) {
    const needed = call.whileViewing
    return needed !== undefined && (needed === 'any' || scopes.includes(needed)) ? null : 'ACCESS-NOT-GIVEN'
  }
  return call.changes && actor !== null && call.whileSimulating !== 'allowed' ? 'SIMULATION-BLOCKED' : null
}

/** Trusts the caller, who can only shorten their own session with it. */
function isBackground(call: Call, request: FastifyRequest): boolean {
  return call.background === true || request.headers[BACKGROUND_HEADER] !== undefined
}

/** A session with a due password gets no access tokens, and calls with only a token need no step-up. */
function isProvenBySession(principal: Principal): principal is SessionPrincipal {
  return 'authenticatedAt' in principal
}
