import type { Authenticator } from '../http/principal.ts'
import type { AccessTokens } from './access-tokens.ts'
import type { Sessions } from './sessions.ts'

export function createAuthenticator(sessions: Sessions, tokens: AccessTokens): Authenticator {
  return {
    bySessionCookie: async (token, now) => (await sessions.findByToken(token, now))?.principal ?? null,
    byAccessToken: async (token, now) => {
      const claimed = await tokens.read(token, now)
      if (claimed === null) return null
      return (await sessions.findById(claimed.sessionId, now))?.principal ?? null
    },
    byAccessTokenUnproven: (token, now) => tokens.read(token, now),
  }
}
