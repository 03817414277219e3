import { join, resolve } from 'node:path'
import { loadBrands } from '../src/brands/brand/load.ts'
import { readReleasedTexts } from '../src/brands/content/released.ts'
import { seedContent } from '../src/brands/content/seeds.ts'
import { readDemoData } from '../src/demo/demo/data.ts'
import { loadDemoDirectory } from '../src/demo/demo/directory.ts'
import { demoPassword, loadDemo } from '../src/demo/demo/load.ts'
import { loadDemoPlans } from '../src/demo/demo/plans.ts'
import { loadDemoPremiums } from '../src/demo/demo/premiums.ts'
import { loadDemoRecord } from '../src/demo/demo/record.ts'
import { loadDemoSpending } from '../src/demo/demo/spending.ts'
import { createPasswords } from '../src/identity/passwords/passwords.ts'
import { emailItems } from '../src/mailing/email/items.ts'
import { createDatabase, type Database } from '../src/platform/db/database.ts'
import type { Engine } from '../src/platform/db/engine.ts'
import { migrate } from '../src/platform/db/migrate.ts'
import { cheapPasswords } from './passwords.ts'

const root = resolve(import.meta.dirname, '../..')

/** Gives the demo's people passwords with the hashing cost of production. */
export async function hashAtFullCost(database: Database): Promise<void> {
  const password_hash = await createPasswords().hash(demoPassword)
  await database.read.updateTable('account').set({ password_hash }).execute()
}

/** Creates the tables, without any rows, and closes the database. The embedded one may start with the release's texts. */
export async function makeTables(engine: Engine): Promise<void> {
  const database = createDatabase(engine)
  await migrate(database)
  await database.read.deleteFrom('content_item').execute()
  await database.close()
}

/** Fills an empty database like a first start at `now` does, and closes it: every test file starts with a copy of it. */
export async function seed(engine: Engine, now: Date): Promise<void> {
  const database = createDatabase(engine)
  await migrate(database)
  await seedContent(
    database,
    readReleasedTexts(join(root, 'content'), loadBrands(join(root, 'brands')), emailItems()),
    now,
  )
  await loadDemo({ database, passwords: cheapPasswords(), data: readDemoData(join(root, 'demo')), now })
  await loadDemoRecord(database, join(root, 'demo/record'), now)
  await loadDemoSpending(database, join(root, 'demo/spending'), now)
  await loadDemoPremiums(database, join(root, 'demo/premiums.json'), now)
  await loadDemoPlans(database, join(root, 'demo/plans'), now)
  // Only as much of the directory as calls need for an answer.
  await loadDemoDirectory(database, join(root, 'demo/directory'), {
    brands: new Set(['hmbcbs', 'ms', 'de', 'ndbcbs', 'wybcbs', 'mincr', 'idh']),
    now,
    max: 20,
  })
  await database.close()
}
