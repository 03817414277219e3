import { type AuditContext, audit } from '../audit/store.ts'
import type { Database, Reader } from '../db/database.ts'
import { lockAccount } from '../db/row-locks.ts'
import { CallError } from '../http/call-error.ts'
import type { Principal } from '../http/principal.ts'
import { findValue, listKeys, putValue, removeValue } from './store.ts'

/** The most values that one person can have. */
const maxValues = 50

/** A person's own small state, e.g. how they like a list (ST-2); null if nothing is stored. Never about health. */
export function readPersonValue(db: Reader, accountId: string, key: string): Promise<unknown> {
  return findValue(db, accountId, key)
}

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
