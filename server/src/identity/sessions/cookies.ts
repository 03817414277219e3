import type { CallContext } from '../../platform/http/context.ts'
import type { OpenedSession } from './open-session.ts'

/** Every cookie that a sign-in sets and a sign-out removes (SO-5, SI-9). */
const sessionCookies = [
  'LtpaToken2',
  'ObSSOCookie',
  'CommerceTokens',
  'HMCSRProxyToken',
  'CommerceActivityToken',
  'oAuthToken',
  'sessionToken',
  // Links of proposals opened in this browser (AG-6).
  'shopProposals',
]

type SessionSecrets = Pick<OpenedSession, 'sessionToken' | 'refreshToken' | 'pageKey' | 'signedInAt'>

export function setSessionCookies(context: CallContext, session: SessionSecrets): void {
  // A leftover return secret would lead to someone else's session.
  if (context.cookies.HMCSRProxyToken !== undefined) context.clearCookie('HMCSRProxyToken')
  context.setCookie('LtpaToken2', session.sessionToken, { httpOnly: true })
  // Readable by the page but useless on its own.
  context.setCookie('ObSSOCookie', session.pageKey, { httpOnly: false })
  context.setCookie('sessionToken', String(session.signedInAt.getTime()), { httpOnly: false })
  keepRefreshToken(context, session.refreshToken)
}

/** A simulation's cookies, and the secret that leads back to the rep's own session (CS-1). */
export function setSimulationCookies(
  context: CallContext,
  session: OpenedSession & { readonly returnSecret: string },
): void {
  setSessionCookies(context, session)
  context.setCookie('HMCSRProxyToken', session.returnSecret, { httpOnly: true })
}

/** Sets the cookies of the rep's own session again. */
export function restoreSessionCookies(context: CallContext, session: OpenedSession): void {
  clearSessionCookies(context)
  setSessionCookies(context, session)
}

/** Stores the refresh token where no script can read it, and only for as long as the browser stays open, like the session's own secret. */
export function keepRefreshToken(context: CallContext, refreshToken: string): void {
  context.setCookie('oAuthToken', refreshToken, { httpOnly: true })
}

export function clearSessionCookies(context: CallContext): void {
  for (const name of sessionCookies) context.clearCookie(name)
}
