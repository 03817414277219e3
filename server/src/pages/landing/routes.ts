import { overview } from '@portico/contract/calls/member'
import { nextSteps } from '@portico/contract/calls/next-steps'
import type { Database } from '../../platform/db/database.ts'
import type { Binder } from '../../platform/http/bind.ts'
import { readNextSteps } from './next-steps.ts'
import { readOverview } from './overview.ts'

export function bindLanding(binder: Binder, database: Database): void {
  binder.bind(overview, async ({ principal }, { cookies, origin, now }) =>
    readOverview(database, { principal, cookies, origin, now }),
  )
  binder.bind(nextSteps, readNextSteps)
}
