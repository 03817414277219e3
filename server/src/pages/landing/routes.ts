import { overview } from '@portico/contract/calls/member'
import type { Database } from '../../platform/db/database.ts'
import type { Binder } from '../../platform/http/bind.ts'
import { readOverview } from './overview.ts'

export function bindLanding(binder: Binder, database: Database): void {
  binder.bind(overview, async ({ principal }, { cookies, origin, now }) =>
    readOverview(database, { principal, cookies, origin, now }),
  )
}
