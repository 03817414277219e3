import { mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { seedContent } from '../server/src/content/seeds.ts'
import { createDatabase } from '../server/src/db/database.ts'
import { openEmbedded } from '../server/src/db/engine.ts'
import { migrate } from '../server/src/db/migrate.ts'
import { preparedFolder } from '../server/src/db/prepared.ts'

/** Makes the embedded database that first starts with demo data copy: its tables and the texts of the release, and no one. */
const root = resolve(import.meta.dirname, '..')
const folder = preparedFolder(root)
mkdirSync(dirname(folder), { recursive: true })
const dataDir = mkdtempSync(`${folder}-`)
const database = createDatabase(await openEmbedded({ dataDir }))
await migrate(database)
await seedContent(database, join(root, 'content'), new Date())
await database.close()
rmSync(folder, { recursive: true, force: true })
renameSync(join(dataDir, 'db'), folder)
rmSync(dataDir, { recursive: true, force: true })
