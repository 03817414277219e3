import type { BodyOf } from '@portico/contract/call'
import * as calls from '@portico/contract/calls/tokens'
import type { BrandService } from '../../brands/brand/service.ts'
import type { Database } from '../../platform/db/database.ts'
import type { Binder } from '../../platform/http/bind.ts'
import { CallError, fieldError } from '../../platform/http/call-error.ts'
import type { CallContext } from '../../platform/http/context.ts'
import { OAuthError } from '../../platform/http/oauth-error.ts'
import { clearSessionCookies, keepRefreshToken, setSessionCookies } from '../sessions/cookies.ts'
import type { Sessions } from '../sessions/sessions.ts'
import { identifyClient } from './oauth-clients.ts'
import type { RefreshTokens } from './refresh-tokens.ts'
import type { TokenGrants } from './token-grants.ts'
import type { TokenRevocation } from './token-revocation.ts'

export interface TokenParts {
  readonly database: Database
  readonly tokenGrants: TokenGrants
  readonly revocation: TokenRevocation
  readonly refreshTokens: RefreshTokens
  readonly sessions: Sessions
  readonly brands: BrandService
  /** Development paths exist only outside production. */
  readonly production: boolean
}

/** The token endpoints (SI-11) and the helper that turns tokens into cookies (SI-12). */
export function bindTokens(binder: Binder, parts: TokenParts): void {
  const { database, tokenGrants, revocation, refreshTokens, sessions, brands, production } = parts

  const development = production ? [] : [calls.memberTokenDev, calls.producerTokenDev]
  for (const call of [calls.memberToken, calls.producerToken, ...development]) {
    binder.bind(call, ({ body }, context) =>
      tokenGrants.exchange(body, context, (token) => keepRefreshToken(context, token)),
    )
  }
  const revocationInDevelopment = production ? [] : [calls.revokeMemberTokenDev, calls.revokeProducerTokenDev]
  for (const call of [
    calls.revokeToken,
    calls.revokeMemberToken,
    calls.revokeProducerToken,
    ...revocationInDevelopment,
  ]) {
    binder.bind(call, async ({ body }, context) => {
      await revocation.revoke(listTokens(body, context), context)
      return {}
    })
  }

  binder.bind(calls.sessionCookies, async ({ body }, context) => {
    if (body.action === 'delete-token') {
      await forgetSession(context)
      return { signedIn: false }
    }
    const token = body.refreshToken
    if (!token) throw fieldError('refreshToken', 'FIELD-INVALID')
    await takeOver(token, context)
    return { signedIn: true }
  })

  /** Invalidates the script's token: its successor, like the session's secret, is a cookie. */
  async function takeOver(token: string, context: CallContext): Promise<void> {
    const { now, origin } = context
    const renewed = await database.transaction(async (tx) => {
      const rotated = await refreshTokens.rotateIn(tx, token, { graceMs: 0, clientId: null, now, origin })
      if (typeof rotated === 'string') return null
      const secrets = await sessions.renewSecrets(tx, rotated.session.sessionId)
      return { ...secrets, session: rotated.session, refreshToken: rotated.token }
    })
    if (renewed === null) throw new CallError('NO-SESSION')
    const { session } = renewed
    setSessionCookies(context, { ...renewed, signedInAt: session.authenticatedAt })
    brands.setCookies(context, session.brand)
  }

  /** Ends any session that the cookies still lead to, because a page cannot delete cookies that it cannot see. */
  async function forgetSession(context: CallContext): Promise<void> {
    const { oAuthToken, LtpaToken2 } = context.cookies
    if (oAuthToken) await revocation.revoke([oAuthToken], context)
    if (LtpaToken2) await revocation.endSession(LtpaToken2, context)
    clearSessionCookies(context)
  }
}

/** The tokens named in a revocation. A caller with a Bearer token need not identify its client. */
function listTokens(body: BodyOf<typeof calls.revokeToken>, context: CallContext): string[] {
  const bearer = /^Bearer (\S+)$/i.exec(context.authorization ?? '')?.[1]
  if (bearer === undefined) identifyClient(body, context)
  const named = [bearer, body.token, body.refresh_token, body.access_token].filter((token) => token !== undefined)
  if (named.length === 0) throw new OAuthError('invalid_request', 'token is missing')
  return named
}
