import { type AuditContext, audit } from '../../platform/audit/store.ts'
import type { Database } from '../../platform/db/database.ts'
import { lockAccount } from '../../platform/db/row-locks.ts'
import { CallError } from '../../platform/http/call-error.ts'
import type { Principal } from '../../platform/http/principal.ts'
import { listKeys, putValue, removeValue } from './store.ts'

export { readPersonValue } from './store.ts'

/** The most values that one person can have. */
const maxValues = 50

/** Keeps a value; null removes it. Throws CONFLICT if the person has as many as allowed. */
export async function keepPersonValue(
  database: Database,
  entry: { readonly principal: Principal; readonly key: string; readonly value: unknown },
  at: AuditContext,
): Promise<void> {
  const { principal, key, value } = entry
  const { accountId } = principal
  await database.transaction(async (tx) => {
    await lockAccount(tx, accountId)
    const keys = await listKeys(tx, accountId)
    if (value !== null && !keys.includes(key) && keys.length >= maxValues) throw new CallError('CONFLICT')
    await audit(tx, principal, { action: 'person-state.change', recordType: 'person-state', recordId: key }, at)
    if (value === null) await removeValue(tx, accountId, key)
    else await putValue(tx, { accountId, key, value }, at.now)
  })
}
