import type { CallContext } from '../../platform/http/context.ts'

/** Name of one of our cookies, such that no other host can set it: with `__Host-` wherever cookies are Secure. */
export function hostCookie(context: Pick<CallContext, 'secure'>, name: string): string {
  return context.secure ? `__Host-${name}` : name
}

/** Its value; never that of the plain name where there is one with the prefix, since a sibling host could set it. */
export function readHostCookie(context: Pick<CallContext, 'secure' | 'cookies'>, name: string): string | undefined {
  return context.cookies[hostCookie(context, name)]
}
