import type { BodyOf, PayloadOf } from '@portico/contract/call'
import type { memberToken } from '@portico/contract/calls/tokens'
import { CallError } from '../../platform/http/call-error.ts'
import type { CallContext } from '../../platform/http/context.ts'
import { OAuthError } from '../../platform/http/oauth-error.ts'
import type { OwnOrigins } from '../../platform/http/own-origins.ts'
import type { Principal } from '../../platform/http/principal.ts'
import { mustChangePassword } from '../sessions/open-session.ts'
import type { Sessions } from '../sessions/sessions.ts'
import type { SignIn } from '../sessions/sign-in.ts'
import type { AccessTokens } from './access-tokens.ts'
import { identifyClient } from './oauth-clients.ts'
import type { RefreshTokens } from './refresh-tokens.ts'
import type { TokenRevocation } from './token-revocation.ts'

type Request = BodyOf<typeof memberToken>
type Answer = PayloadOf<typeof memberToken>

/** The only scope. */
export const tokenScope = 'resource.READ'

/** Two tabs of one browser may send the same cookie at the same time; no one else gets this grace period. */
const cookieGraceMs = 30_000

export interface TokenGrants {
  /** `keepCookie` is called with the successor of a refresh token that came from the cookie. Throws OAuthError. */
  exchange(request: Request, context: CallContext, keepCookie: (refreshToken: string) => void): Promise<Answer>
}

export interface TokenGrantParts {
  readonly signIn: SignIn
  readonly sessions: Sessions
  readonly accessTokens: AccessTokens
  readonly refreshTokens: RefreshTokens
  readonly revocation: TokenRevocation
  readonly ownOrigins: OwnOrigins
}

export function createTokenGrants(parts: TokenGrantParts): TokenGrants {
  return {
    exchange: async (request, context, keepCookie) => {
      const clientId = identifyClient(request, context)
      if (request.grant_type === 'password') return byPassword(request, context, clientId)
      if (request.grant_type === 'refresh_token') return byRefresh(request, context, clientId, keepCookie)
      throw request.grant_type === undefined
        ? new OAuthError('invalid_request', 'grant_type is missing')
        : new OAuthError('unsupported_grant_type', 'grant_type must be password or refresh_token')
    },
  }

  async function byPassword(request: Request, context: CallContext, clientId: string): Promise<Answer> {
    const { username, password } = request
    if (!username || !password) throw new OAuthError('invalid_request', 'username and password are needed')
    if (request.scope !== undefined && request.scope !== tokenScope)
      throw new OAuthError('invalid_scope', `scope must be ${tokenScope}`)
    const { now, origin, userAgent, cookies, secure, host } = context
    const signedIn = await parts.signIn
      .signIn({ loginId: username, password, now, origin, userAgent, cookies, secure, host, clientId })
      .catch(refuseGrant)
    if (mustChangePassword(signedIn.account)) {
      await parts.revocation.revoke([signedIn.refreshToken], context)
      throw passwordDue()
    }
    if (signedIn.factorDue) {
      await parts.revocation.revoke([signedIn.refreshToken], context)
      throw factorDue()
    }
    return answer(signedIn.principal, signedIn.refreshToken, context, clientId)
  }

  async function byRefresh(
    request: Request,
    context: CallContext,
    clientId: string,
    keepCookie: (refreshToken: string) => void,
  ): Promise<Answer> {
    const fromCookie = request.refresh_token === undefined && context.fromOwnPage
    const token = fromCookie ? context.cookies.oAuthToken : request.refresh_token
    if (!token) throw new OAuthError('invalid_request', 'refresh_token is missing')
    const { now, origin } = context
    const rotation = fromCookie ? { graceMs: cookieGraceMs, clientId: null } : { graceMs: 0, clientId }
    const rotated = await parts.refreshTokens.rotate(token, { ...rotation, now, origin })
    if (rotated === 'password-due') throw passwordDue()
    if (rotated === 'factor-due') throw factorDue()
    if (rotated === 'refused') throw new OAuthError('invalid_grant', 'the refresh token is not good any more')
    if (fromCookie) {
      // Does not count as activity; using the token does.
      keepCookie(rotated.token)
      return answer(rotated.session, undefined, context, clientId)
    }
    parts.sessions.noteActivity(rotated.session.sessionId, new Date(0), now)
    return answer(rotated.session, rotated.token, context, clientId)
  }

  async function answer(
    principal: Principal,
    refreshToken: string | undefined,
    { now, calledOrigin }: CallContext,
    clientId: string,
  ): Promise<Answer> {
    const issuer = parts.ownOrigins.issuerFor(calledOrigin)
    const { token, expiresIn } = await parts.accessTokens.issue(principal, { now, issuer, clientId })
    return {
      access_token: token,
      expires_in: expiresIn,
      ...(refreshToken !== undefined && { refresh_token: refreshToken }),
      scope: tokenScope,
      token_type: 'Bearer',
    }
  }
}

/** Reasons for a refused sign-in that a client must act on; for all others, it learns only that the credentials did not match. */
const refusals: Readonly<Record<string, string>> = {
  'GEN-SUSPEND': 'invalid_grant_account_locked',
  // This grant has no step for a second factor.
  'SECOND-FACTOR-REQUIRED': 'invalid_grant_second_factor',
}

function refuseGrant(error: unknown): never {
  if (!(error instanceof CallError) || error.status !== 401) throw error
  throw new OAuthError('invalid_grant', refusals[error.code] ?? 'invalid_grant_incorrect_creds')
}

/** SI-7: no token until the password is changed. */
function passwordDue(): OAuthError {
  return new OAuthError('invalid_grant', 'PASSWORD-CHANGE-REQUIRED')
}

/** AD-2: no token until a second factor is set up. */
function factorDue(): OAuthError {
  return new OAuthError('invalid_grant', 'invalid_grant_second_factor')
}
