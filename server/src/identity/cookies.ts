import type { CallContext } from '../http/context.ts'
import { newSecret } from './secrets.ts'
import type { SignedIn } from './sign-in.ts'

/** Everything that a sign-in leaves in the browser and a sign-out takes away (SO-5). */
const sessionCookies = [
  'LtpaToken2',
  'ObSSOCookie',
  'CommerceTokens',
  'HMCSRProxyToken',
  'CommerceActivityToken',
  'oAuthToken',
]

export function setSessionCookies(context: CallContext, signedIn: SignedIn, maxAge: number): void {
  context.setCookie('LtpaToken2', signedIn.sessionToken, { httpOnly: true })
  // Readable by the page and worth nothing alone.
  context.setCookie('ObSSOCookie', newSecret(), { httpOnly: false })
  keepRefreshToken(context, signedIn.refreshToken, maxAge)
}

/** The refresh token lives where no script can read it. */
export function keepRefreshToken(context: CallContext, refreshToken: string, maxAge: number): void {
  context.setCookie('oAuthToken', refreshToken, { httpOnly: true, maxAge })
}

export function clearSessionCookies(context: CallContext): void {
  for (const name of sessionCookies) context.clearCookie(name)
}
