import type { Call } from '@portico/contract/call'
import type { Role } from '@portico/rules/roles'

/** Whom a request acts for, proven by a session cookie or an access token. */
export interface Principal {
  readonly accountId: string
  readonly loginId: string
  readonly role: Role
  readonly brand: string
  readonly memberId: string | null
  readonly sessionId: string
}

export interface MemberPrincipal extends Principal {
  readonly memberId: string
}

/** Proven by the session itself, not by a token alone. */
export interface SessionPrincipal extends Principal {
  /** When the session ends if nothing more happens. */
  readonly endsAt: Date
}

/** What a handler can count on, by the audience that the contract declares. */
export type PrincipalOf<C extends Call> = C['audience'] extends { by: 'anyone' }
  ? Principal | null
  : (C['audience'] extends { by: 'session' } ? SessionPrincipal : Principal) &
      (C['audience'] extends { roles: readonly ['MEMBER'] } ? MemberPrincipal : Principal)

/** Proves who is asking. Both answer null for anything that is not a live session. */
export interface Authenticator {
  bySessionCookie(token: string, now: Date): Promise<SessionPrincipal | null>
  byAccessToken(token: string, now: Date): Promise<SessionPrincipal | null>
  /** Checks the token alone; the caller's own statement must prove that the session lives. */
  byAccessTokenUnproven(token: string, now: Date): Promise<Principal | null>
}
