import type { Principal, RequestAuth } from '../../platform/http/principal.ts'
import type { Sessions } from '../sessions/sessions.ts'
import type { AccessTokens } from './access-tokens.ts'

/** `keepViewing` says whether someone may continue to view another person's information; every request of theirs asks it (RG-3). */
export function createRequestAuth(
  sessions: Sessions,
  tokens: AccessTokens,
  keepViewing: (principal: Principal, now: Date) => Promise<boolean>,
): RequestAuth {
  return {
    bySessionCookie: async (token, now, options) => keep(await sessions.findByToken(token, now, options), now),
    bySessionCookieUnproven: (token) => {
      const principal = sessions.recall(token)
      return principal?.scopes === null ? principal : null
    },
    byAccessToken: async (token, now, options) => {
      const claimed = await tokens.read(token, now)
      return claimed && keep(await sessions.findById(claimed.sessionId, now, options), now)
    },
    byAccessTokenUnproven: async (token, now) => keep(await tokens.read(token, now), now),
  }

  async function keep<Who extends Principal>(principal: Who | null, now: Date): Promise<Who | null> {
    return principal === null || principal.scopes === null || (await keepViewing(principal, now)) ? principal : null
  }
}
