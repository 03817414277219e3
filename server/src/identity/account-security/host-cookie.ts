import type { CallContext } from '../../platform/http/context.ts'

/** Name of one of our cookies, such that no other host can set it: with `__Host-` wherever cookies are Secure. */
export function hostCookie(context: Pick<CallContext, 'secure'>, name: string): string {
  return context.secure ? `__Host-${name}` : name
}

/** The value of such a cookie, with or without the prefix. */
export function hostCookieValue(cookies: CallContext['cookies'], name: string): string | undefined {
  return cookies[`__Host-${name}`] ?? cookies[name]
}
