import type { SystemActor } from '../../../platform/audit/store.ts'
import type { SystemAccess } from '../access.ts'

/** A system as an audit actor: its organization and its id. */
export function toActor({ clientId, organization }: Pick<SystemAccess, 'clientId' | 'organization'>): SystemActor {
  return {
    accountId: null,
    loginId: `${organization.name} (${clientId})`,
    sessionId: null,
    memberId: null,
    actor: null,
  }
}
