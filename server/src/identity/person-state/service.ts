import type { setSessionValue } from '@portico/contract/calls/session'
import { lockAccount } from '../../platform/db/row-locks.ts'
import { CallError } from '../../platform/http/call-error.ts'
import { about } from '../../platform/http/recorded.ts'
import type { AuditedHandler } from '../../platform/http/stages.ts'
import { listKeys, putValue, removeValue } from './store.ts'

export { readPersonValue, selectPersonValue } from './store.ts'

/** Maximum number of values per person. */
const maxValues = 50

/** Stores a value; null removes it. Throws CONFLICT if the person already has the maximum number. */
export const keepPersonValue: AuditedHandler<typeof setSessionValue> = async ({ principal, body }, { now }, tx) => {
  const { key, value } = body
  const { accountId } = principal
  await lockAccount(tx, accountId)
  const keys = await listKeys(tx, accountId)
  if (value !== null && !keys.includes(key) && keys.length >= maxValues) throw new CallError('CONFLICT')
  if (value === null) await removeValue(tx, accountId, key)
  else await putValue(tx, { accountId, key, value }, now)
  return about(key, { value })
}
