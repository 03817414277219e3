import { join } from 'node:path'
import { loadBrands } from '../server/src/brands/brand/load.ts'
import { readReleasedTexts } from '../server/src/brands/content/released.ts'
import { seedContent } from '../server/src/brands/content/seeds.ts'
import { readDemoData } from '../server/src/demo/demo/data.ts'
import { loadDemoDirectory } from '../server/src/demo/demo/directory.ts'
import { fillDemo } from '../server/src/demo/demo/fill.ts'
import { createPasswords } from '../server/src/identity/passwords/passwords.ts'
import { emailItems } from '../server/src/mailing/email/items.ts'
import { createDatabase } from '../server/src/platform/db/database.ts'
import { openEmbedded } from '../server/src/platform/db/engine.ts'
import { migrate } from '../server/src/platform/db/migrate.ts'
import { findPreparedFolder } from '../server/src/platform/db/prepared.ts'

/** Long, because nobody is waiting, and the machine may be busy. */
const connectionWaitMs = 600_000

/** Fills in the tables and the release's texts, but no people. */
export async function fillEmpty(root: string, dataDir: string): Promise<void> {
  const database = createDatabase(await openEmbedded({ dataDir, connectionWaitMs }))
  await migrate(database)
  await seedContent(
    database,
    readReleasedTexts(join(root, 'content'), loadBrands(join(root, 'brands')), emailItems()),
    new Date(),
  )
  await database.close()
}

/** Fills in everything that a first start with the demo loads, including what it loads after it is up. */
export async function fillWithDemo(root: string, dataDir: string): Promise<void> {
  const database = createDatabase(
    await openEmbedded({ dataDir, connectionWaitMs, prepared: findPreparedFolder(root, 'empty') }),
  )
  const folder = join(root, 'demo')
  const now = new Date()
  await fillDemo({ database, passwords: createPasswords(), data: readDemoData(folder), folder, now })
  const brands = new Set(loadBrands(join(root, 'brands')).keys())
  await loadDemoDirectory(database, join(folder, 'directory'), { brands, now })
  await database.close()
}
