import { hashSecret } from '../../identity/tokens/secrets.ts'
import type { Database } from '../../platform/db/database.ts'
import type { ReadSystemAccess } from '../fhir/access.ts'
import { liveSystemAccess } from './access-statement.ts'
import type { App } from './app-store.ts'

/** The current access of a system's token at a brand (OS-50). */
export function createReadSystemAccess(parts: {
  readonly database: Database
  readonly isOpen: (app: Pick<App, 'state'>, brand: string) => boolean
}): ReadSystemAccess {
  return async (token, brand) => {
    if (token.length > 100) return null
    const [row] = await parts.database.run(liveSystemAccess, [hashSecret(token), new Date(), brand])
    if (row === undefined || !parts.isOpen(row, brand)) return null
    const { client_id: clientId, scope, organization } = row
    return { clientId, brand, scopes: scope?.split(' ') ?? [], organization }
  }
}
