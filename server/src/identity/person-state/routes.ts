import { getSessionValue, setSessionValue } from '@portico/contract/calls/session'
import type { Database } from '../../platform/db/database.ts'
import type { Binder } from '../../platform/http/bind.ts'
import { keepPersonValue, readPersonValue } from './service.ts'

export function bindPersonState(binder: Binder, { database }: { readonly database: Database }): void {
  binder.bind(getSessionValue, async ({ principal, query }) => ({
    value: await readPersonValue(database.read, principal.accountId, query.key),
  }))

  binder.bind(setSessionValue, keepPersonValue)
}
