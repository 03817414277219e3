import type { Organization } from '@portico/rules/apps/system'
import { hashSecret } from '../../identity/tokens/secrets.ts'
import { type Database, statement } from '../../platform/db/database.ts'
import type { ReadSystemAccess } from '../fhir/access.ts'
import type { App } from './app-store.ts'

interface SystemRow {
  readonly client_id: string
  readonly scope: string | null
  readonly state: App['state']
  readonly organization: Organization
}

/** One statement says that the token and the system it was given to are live, at this moment. */
const live = statement<SystemRow>(
  'system-access',
  `select app.client_id, t.payload->>'scope' as scope, app.state, app.organization
  from app_token t join app on app.client_id = t.client_id
  where t.kind = 'ClientCredentials' and t.token_hash = $1 and t.expires_at > $2 and t.brand = $3
    and app.organization is not null`,
)

/** What a token of a system is good for at a brand, as of now (OS-50). */
export function createReadSystemAccess(parts: {
  readonly database: Database
  readonly isOpen: (app: Pick<App, 'state'>, brand: string) => boolean
}): ReadSystemAccess {
  return async (token, brand) => {
    if (token.length > 100) return null
    const [row] = await parts.database.run(live, [hashSecret(token), new Date(), brand])
    if (row === undefined || !parts.isOpen(row, brand)) return null
    const { client_id: clientId, scope, organization } = row
    return { clientId, brand, scopes: scope?.split(' ') ?? [], organization }
  }
}
