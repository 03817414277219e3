import type { CallContext } from '../../platform/http/context.ts'
import type { Principal, RequestAuth } from '../../platform/http/principal.ts'

/** The signed-in person who shops; null for anyone else. */
export type Shopper = (context: CallContext) => Promise<Principal | null>

/** Only people who act for themselves: staff and other browsers cannot change someone's shopping. */
export function createShopper(authenticator: RequestAuth): Shopper {
  return async ({ cookies, now, background }) => {
    if (!cookies.LtpaToken2) return null
    const principal = await authenticator.bySessionCookie(cookies.LtpaToken2, now, { background })
    return principal !== null && principal.actor === null && principal.scopes === null ? principal : null
  }
}
