import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Database } from '../../platform/db/database.ts'
import { listLoadedBrands } from './store.ts'

/** Imports the prices of the demo's plans like a plan's files, one file per brand. A brand that has some is left alone. */
export async function loadDemoRates(database: Database, folder: string, now: Date): Promise<void> {
  const loaded = await listLoadedBrands(database.read, 'rates_file')
  const files = readdirSync(folder).filter((name) => !loaded.has(name.replace('.json.gz', '')))
  if (files.length === 0) return
  const [{ readRates }, { importRates }] = await Promise.all([
    import('../../imports/imports/rates/read.ts'),
    import('../../imports/imports/rates/run.ts'),
  ])
  for (const name of files) {
    const options = { brand: name.replace('.json.gz', ''), files: [join(folder, name)], dryRun: false, now }
    await importRates(database, options, {
      read: (file) => readRates(file, () => {}),
      progress: () => {},
      reject: ({ path, reason }) => {
        throw new Error(`demo/rates/${name}: ${path}: ${reason}`)
      },
    })
  }
}
