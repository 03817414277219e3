import type { BodyOf, PayloadOf } from '@portico/contract/call'
import type { memberToken } from '@portico/contract/calls/identity'
import { CallError } from '../http/call-error.ts'
import type { CallContext } from '../http/context.ts'
import { OAuthError } from '../http/oauth-error.ts'
import type { Principal } from '../http/principal.ts'
import type { AccessTokens } from './access-tokens.ts'
import { parseBasic } from './basic.ts'
import type { RefreshTokens } from './refresh-tokens.ts'
import type { Sessions } from './sessions.ts'
import type { SignIn } from './sign-in.ts'

type Request = BodyOf<typeof memberToken>
type Answer = PayloadOf<typeof memberToken>

const scope = 'resource.READ'

/** Client ids by environment (SI-11); a browser cannot keep a secret, so they are public. */
const clientIds: readonly string[] = ['portico-web', 'portico-test', 'portico-qa', 'portico-prod']

/** Two tabs of one browser may send the same cookie at the same moment; nobody else gets this grace. */
const cookieGraceMs = 30_000

export interface TokenGrants {
  /** `keepCookie` is called with the successor of a refresh token that came from the cookie. Throws OAuthError. */
  exchange(request: Request, context: CallContext, keepCookie: (refreshToken: string) => void): Promise<Answer>
}

export function createTokenGrants(parts: {
  readonly signIn: SignIn
  readonly sessions: Sessions
  readonly accessTokens: AccessTokens
  readonly refreshTokens: RefreshTokens
}): TokenGrants {
  return {
    exchange: async (request, context, keepCookie) => {
      checkClient(request, context)
      if (request.grant_type === 'password') return byPassword(request, context)
      if (request.grant_type === 'refresh_token') return byRefresh(request, context, keepCookie)
      throw request.grant_type === undefined
        ? new OAuthError('invalid_request', 'grant_type is missing')
        : new OAuthError('unsupported_grant_type', 'grant_type must be password or refresh_token')
    },
  }

  async function byPassword(request: Request, context: CallContext): Promise<Answer> {
    const { username, password } = request
    if (!username || !password) throw new OAuthError('invalid_request', 'username and password are needed')
    if (request.scope !== undefined && request.scope !== scope)
      throw new OAuthError('invalid_scope', `scope must be ${scope}`)
    const { now, origin, userAgent } = context
    const signedIn = await parts.signIn
      .signIn({ loginId: username, password, now, origin, userAgent })
      .catch(refuseGrant)
    return answer(signedIn.principal, signedIn.refreshToken, now)
  }

  async function byRefresh(
    request: Request,
    context: CallContext,
    keepCookie: (refreshToken: string) => void,
  ): Promise<Answer> {
    const fromCookie = request.refresh_token === undefined && context.fromOwnPage
    const token = fromCookie ? context.cookies.oAuthToken : request.refresh_token
    if (!token) throw new OAuthError('invalid_request', 'refresh_token is missing')
    const { now } = context
    const rotated = await parts.refreshTokens.rotate(token, { graceMs: fromCookie ? cookieGraceMs : 0, now })
    const session = rotated && (await parts.sessions.findById(rotated.sessionId, now))
    if (!rotated || !session) throw new OAuthError('invalid_grant', 'the refresh token is not good any more')
    if (!fromCookie) return answer(session, rotated.token, now)
    keepCookie(rotated.token)
    return answer(session, undefined, now)
  }

  async function answer(principal: Principal, refreshToken: string | undefined, now: Date): Promise<Answer> {
    const { token, expiresIn } = await parts.accessTokens.issue(principal, now)
    return {
      access_token: token,
      expires_in: expiresIn,
      ...(refreshToken !== undefined && { refresh_token: refreshToken }),
      scope,
      token_type: 'Bearer',
    }
  }
}

function checkClient(request: Request, context: CallContext): void {
  const id = parseBasic(context.authorization)?.user ?? request.client_id
  if (id === undefined || !clientIds.includes(id)) throw new OAuthError('invalid_client', 'the client id is not known')
}

function refuseGrant(error: unknown): never {
  if (error instanceof CallError && error.status === 401) {
    const locked = error.code === 'GEN-SUSPEND'
    throw new OAuthError('invalid_grant', locked ? 'invalid_grant_account_locked' : 'invalid_grant_incorrect_creds')
  }
  throw error
}
