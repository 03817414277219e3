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
  /** Null when the person acts for themselves. */
  readonly actor: Actor | null
  /**
   * What someone who looks at another member's information was given (RG-3); null for everyone else. `memberId` is then that
   * member's, the account and its login ID are the looking person's own.
   */
  readonly scopes: readonly AccessScope[] | null
}

export interface MemberPrincipal extends Principal {
  readonly memberId: string
}

/** Proven by the session itself, not by a token alone. */
export interface SessionPrincipal extends Principal {
  /** When the session ends if nothing more happens. */
  readonly endsAt: Date
  /** When it ends whatever happens. */
  readonly expiresAt: Date
  /** When the person last proved who they are. */
  readonly authenticatedAt: Date
  /** The password must be changed before anything else (SI-7). */
  readonly passwordDue: boolean
  /** A second factor must be set up before anything else (AD-2). */
  readonly factorDue: boolean
  readonly market: string | null
  /** Version of the session's row where it was remembered and not proven; null: it was proven. */
  readonly rememberedVersion: string | null
}

/** What a handler can count on, by the audience that the contract declares. */
export type PrincipalOf<C extends Call> = C['audience'] extends { by: 'anyone' }
  ? Principal | null
  : (C['audience'] extends { by: 'session' } ? SessionPrincipal : Principal) &
      (C['audience'] extends { roles: readonly ['MEMBER'] } ? MemberPrincipal : Principal)

/**
 * Proves who is asking. Both answer null for anything that is not a live session. A request counts as activity of the
 * person unless it is marked as made in the background.
 */
export interface RequestAuth {
  bySessionCookie(
    token: string,
    now: Date,
    options?: { readonly background: boolean },
  ): Promise<SessionPrincipal | null>
  /** What the session was when a cookie was last proven; the caller's own statement must prove that it still is so. */
  bySessionCookieUnproven(token: string): SessionPrincipal | null
  byAccessToken(token: string, now: Date, options?: { readonly background: boolean }): Promise<SessionPrincipal | null>
  /** Checks the token alone; the caller's own statement must prove that the session lives. */
  byAccessTokenUnproven(token: string, now: Date): Promise<Principal | null>
}
