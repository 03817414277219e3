import { readScope } from '../../identity/rights/scope.ts'
import type { Reader } from '../../platform/db/database.ts'
import { CallError } from '../../platform/http/call-error.ts'
import type { Principal } from '../../platform/http/principal.ts'

/** Apps and other plans work with every brand, so only administrators of all brands decide about them. */
export async function mustManage(db: Reader, principal: Principal): Promise<void> {
  const { entitlements, brands } = await readScope(db, principal)
  if (!entitlements.includes('administer') || brands !== null) throw new CallError('WRONG-ROLE')
}
