import { overview } from '@portico/contract/calls/member'
import type { Database } from '../db/database.ts'
import type { Binder } from '../http/bind.ts'
import { readOverview } from './overview.ts'

export function bindLanding(binder: Binder, database: Database): void {
  binder.bind(overview, async ({ principal }, { cookies, origin, now }) =>
    readOverview(database, { principal, cookies, origin, now }),
  )
}
