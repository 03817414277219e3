import { join } from 'node:path'
import type { Passwords } from '../../identity/passwords/passwords.ts'
import { runAlone } from '../../platform/db/alone.ts'
import type { Database } from '../../platform/db/database.ts'
import type { DemoData } from './data.ts'
import { loadDemo } from './load.ts'
import { loadDemoPlans } from './plans.ts'
import { loadDemoPremiums } from './premiums.ts'
import { loadDemoRates } from './rates.ts'
import { loadDemoRecord } from './record.ts'
import { loadDemoSpending } from './spending.ts'

/** A number that no other advisory lock of ours uses. */
const lockKey = 7_205_804

/**
 * Loads the whole demo except its directory, which takes longer; data that the database holds already is left alone. Of servers that start
 * at once on one database, one loads, and the others go on when all is there.
 */
export async function fillDemo(parts: {
  readonly database: Database
  readonly passwords: Pick<Passwords, 'hash'>
  readonly data: DemoData
  /** The folder with the demo's files. */
  readonly folder: string
  readonly now: Date
}): Promise<void> {
  const { database, passwords, data, folder, now } = parts
  await runAlone(database, lockKey, async () => {
    await loadDemo({ database, passwords, data, now })
    await loadDemoRecord(database, join(folder, 'record'), now)
    await loadDemoRates(database, join(folder, 'rates'), now)
    await loadDemoSpending(database, join(folder, 'spending'), now)
    await loadDemoPremiums(database, join(folder, 'premiums.json'), now)
    await loadDemoPlans(database, join(folder, 'plans'), now)
  })
}
