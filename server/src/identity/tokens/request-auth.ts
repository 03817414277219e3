import type { RequestAuth } from '../../platform/http/principal.ts'
import type { Sessions } from '../sessions/sessions.ts'
import type { AccessTokens } from './access-tokens.ts'

export function createRequestAuth(sessions: Sessions, tokens: AccessTokens): RequestAuth {
  return {
    bySessionCookie: (token, now, options) => sessions.findByToken(token, now, options),
    bySessionCookieUnproven: (token) => sessions.recall(token),
    byAccessToken: async (token, now, options) => {
      const claimed = await tokens.read(token, now)
      return claimed && sessions.findById(claimed.sessionId, now, options)
    },
    byAccessTokenUnproven: (token, now) => tokens.read(token, now),
  }
}
