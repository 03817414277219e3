import type { CallContext } from '../../platform/http/context.ts'

/** Name of a cookie that no other host can set: with the prefix `__Host-` wherever cookies are Secure. */
export function hostCookie(context: Pick<CallContext, 'secure'>, name: string): string {
  return context.secure ? `__Host-${name}` : name
}

/** The cookie's value. Where cookies are Secure it never reads the plain name, because a sibling host could set that. */
export function readHostCookie(context: Pick<CallContext, 'secure' | 'cookies'>, name: string): string | undefined {
  return context.cookies[hostCookie(context, name)]
}
