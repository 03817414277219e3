import { logout, ltpaLogout, validateSession } from '@portico/contract/calls/identity'
import { keepAlive } from '@portico/contract/calls/session'
import { parseHost } from '@portico/rules/environment/host'
import { isCustomerServiceRep } from '@portico/rules/roles'
import type { BrandService } from '../../brands/brand/service.ts'
import type { Database } from '../../platform/db/database.ts'
import type { EndReason } from '../../platform/db/tables.ts'
import type { Binder } from '../../platform/http/bind.ts'
import { CallError } from '../../platform/http/call-error.ts'
import type { CallContext } from '../../platform/http/context.ts'
import type { SessionPrincipal } from '../../platform/http/principal.ts'
import { findPerson } from '../accounts/people.ts'
import { clearSessionCookies, restoreSessionCookies } from './cookies.ts'
import { logoutInfo } from './logout-info.ts'
import type { Sessions } from './sessions.ts'
import type { SignIn } from './sign-in.ts'
import type { Simulations } from './simulation.ts'

/** Staying signed in and signing out: checking a stored sign-in, keep-alive and sign-out. */
export function bindSession(
  binder: Binder,
  parts: {
    readonly database: Database
    readonly signIn: SignIn
    readonly simulations: Simulations
    readonly sessions: Sessions
    readonly brands: BrandService
    /** The address at which the person's provider learns of the sign-out, if it is to be told. */
    readonly findWayOut: (principal: SessionPrincipal, context: CallContext) => Promise<string | null>
  },
): void {
  const { database, signIn, simulations, brands } = parts
  binder.bind(validateSession, async ({ principal }) => ({
    valid: true as const,
    logonId: principal.loginId,
    expiresAt: principal.endsAt.toISOString(),
  }))

  binder.bind(keepAlive, async ({ principal, query }, { now }) => {
    // Only the person's actions since the last call are activity; the call itself does not count (SE-3).
    const kept = query.active === 'true' ? await parts.sessions.findById(principal.sessionId, now) : principal
    if (kept === null) throw new CallError('NO-SESSION')
    return { expiresAt: kept.endsAt.toISOString() }
  })

  binder.bind(logout, ({ principal, query }, context) => signOut(principal, query.cause ?? 'signed-out', context))
  binder.bind(ltpaLogout, ({ principal }, context) => signOut(principal, 'signed-out', context))

  async function signOut(principal: SessionPrincipal, reason: EndReason, context: CallContext) {
    if (principal.actor !== null) return { logoutInfo: await stopSimulation(principal, reason, context) }
    const provider = reason === 'signed-out' ? await parts.findWayOut(principal, context) : null
    await signIn.signOut(principal, { ...context, reason })
    clearSessionCookies(context)
    const { role, accountId } = principal
    const { actorType } = await findPerson(database.read, accountId)
    const isRep = isCustomerServiceRep({ role, actorType })
    const host = parseHost(context.host)
    const next = logoutInfo(brands.get(brands.brandFor(principal, host)), host, { isRep })
    return { logoutInfo: { ...next, ...(provider !== null && { provider }) } }
  }

  /** Lets the rep continue as themselves, unless their browser no longer can or their own session is over, too (CS-1). */
  async function stopSimulation(principal: SessionPrincipal, reason: EndReason, context: CallContext) {
    const returnSecret = reason === 'inactivity' ? undefined : context.cookies.HMCSRProxyToken
    const own = await simulations.stop(principal, { ...context, returnSecret, reason })
    if (own === null) {
      clearSessionCookies(context)
      return { nextAction: 'default' as const, redirectionUrl: null }
    }
    restoreSessionCookies(context, own)
    brands.setCookies(context, brands.brandFor(own.principal, parseHost(context.host)))
    return { nextAction: 'stopSimulation' as const, redirectionUrl: null }
  }
}
