import { join } from 'node:path'
import type { Database } from '../db/database.ts'
import type { Passwords } from '../passwords/passwords.ts'
import type { DemoData } from './data.ts'
import { loadDemo } from './load.ts'
import { loadDemoPlans } from './plans.ts'
import { loadDemoPremiums } from './premiums.ts'
import { loadDemoRates } from './rates.ts'
import { loadDemoRecord } from './record.ts'
import { loadDemoSpending } from './spending.ts'

/** Loads all of the demo but its directory, which takes its time; what a database holds already is left alone. */
export async function fillDemo(parts: {
  readonly database: Database
  readonly passwords: Pick<Passwords, 'hash'>
  readonly data: DemoData
  /** With the demo's files. */
  readonly folder: string
  readonly now: Date
}): Promise<void> {
  const { database, passwords, data, folder, now } = parts
  await loadDemo({ database, passwords, data, now })
  await loadDemoRecord(database, join(folder, 'record'), now)
  await loadDemoRates(database, join(folder, 'rates'), now)
  await loadDemoSpending(database, join(folder, 'spending'), now)
  await loadDemoPremiums(database, join(folder, 'premiums.json'), now)
  await loadDemoPlans(database, join(folder, 'plans'), now)
}
