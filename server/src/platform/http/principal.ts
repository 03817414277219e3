import type { Call } from '@portico/contract/call'
import type { AccessScope } from '@portico/rules/people/access'
import type { Role } from '@portico/rules/roles'

/** A person acting for someone else: a rep (CS-1), or a person with access to a member's information (RG-3). */
export interface Actor {
  readonly accountId: string
  readonly loginId: string
}

/** The person a request acts for, proven by a session cookie or an access token. */
export interface Principal {
  readonly accountId: string
  readonly loginId: string
  readonly role: Role
  readonly brand: string
  readonly memberId: string | null
  readonly sessionId: string
  /** Null if the person acts for themselves. */
  readonly actor: Actor | null
  /**
   * The scopes of a person viewing another member's information (RG-3); otherwise null. `memberId` is then that member's, while the account
   * and its login ID are the viewer's own.
   */
  readonly scopes: readonly AccessScope[] | null
}

export interface MemberPrincipal extends Principal {
  readonly memberId: string
}

/** Authenticated by the session itself, not by a token alone. */
export interface SessionPrincipal extends Principal {
  /** When the session ends without further activity. */
  readonly endsAt: Date
  /** When it ends regardless of activity. */
  readonly expiresAt: Date
  /** When the person last proved who they are. */
  readonly authenticatedAt: Date
  /** The password must be changed before anything else (SI-7). */
  readonly passwordDue: boolean
  /** A second factor must be set up before anything else (AD-2). */
  readonly factorDue: boolean
  readonly market: string | null
  /** Version of the session's row if the session was remembered; null if it was proven. */
  readonly rememberedVersion: string | null
}

/** The principal that a handler gets, depending on the audience that the contract declares. */
export type PrincipalOf<C extends Call> = C['audience'] extends { by: 'anyone' }
  ? Principal | null
  : (C['audience'] extends { by: 'session' } ? SessionPrincipal : Principal) &
      (C['audience'] extends { roles: readonly ['MEMBER'] } ? MemberPrincipal : Principal)

/**
 * Authenticates the caller. Every function returns null if there is no live session. A request counts as the person's activity unless it is
 * marked as a background request.
 */
export interface RequestAuth {
  bySessionCookie(
    token: string,
    now: Date,
    options?: { readonly background: boolean },
  ): Promise<SessionPrincipal | null>
  /** The session as it was when its cookie was last proven; the caller's own statement must prove that it is unchanged. */
  bySessionCookieUnproven(token: string): SessionPrincipal | null
  byAccessToken(token: string, now: Date, options?: { readonly background: boolean }): Promise<SessionPrincipal | null>
  /** Checks only the token; the caller's own statement must prove that the session is live. */
  byAccessTokenUnproven(token: string, now: Date): Promise<Principal | null>
}
