import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { CannotRun, cannotRun, type Told, toMessage } from '../command-line.ts'
import type { Config } from '../config.ts'
import { createDatabase, type Database } from './database.ts'
import { openEmbedded, openPostgres } from './engine.ts'
import { migrate } from './migrate.ts'

/** Where the data is, according to the settings. */
type Place = Pick<Config, 'databaseUrl' | 'databaseListenUrl' | 'dataDir'>

/** Opens the database for a command. It creates none: only a server's first start does. */
export async function openForCommand({ databaseUrl: url, databaseListenUrl: ownUrl, dataDir }: Place) {
  if (url !== undefined) return createDatabase(openPostgres({ url, ownUrl, poolSize: 2 }))
  if (!existsSync(join(dataDir, 'db', 'PG_VERSION')))
    throw new CannotRun(
      `There is no database in ${dataDir}. Start the server once, or set DATABASE_URL, or DATA_DIR to the folder of one.`,
    )
  return createDatabase(await openEmbedded({ dataDir }))
}

/** Runs a command's work on the database, after bringing it up to date. */
export async function withDatabase<T>(place: Place, work: (database: Database) => Promise<T>): Promise<T> {
  const database = await openForCommand(place)
  try {
    await migrate(database)
    return await work(database)
  } finally {
    await database.close()
  }
}

/**
 * Runs a command that changes the tables of the PostgreSQL at DATABASE_URL or, with `--plan`, only says how. It needs no other setting.
 * `embedded` is the message without a DATABASE_URL, `failed` names what could not be done.
 */
export async function runOnTables(
  args: readonly string[],
  environment: Readonly<Record<string, string | undefined>>,
  says: { readonly embedded: string; readonly failed: string },
  work: (database: Database, isPlan: boolean) => Promise<Told>,
): Promise<Told> {
  try {
    const { values } = parseArgs({ args: [...args], options: { plan: { type: 'boolean', default: false } } })
    const { DATABASE_URL: url, DATABASE_LISTEN_URL: ownUrl } = environment
    if (!url) throw new CannotRun(says.embedded)
    const database = createDatabase(openPostgres({ url, ownUrl: ownUrl || undefined, poolSize: 1 }))
    try {
      return await work(database, values.plan)
    } finally {
      await database.close()
    }
  } catch (error) {
    return cannotRun(error, (unexpected) => `${says.failed}: ${toMessage(unexpected)}`)
  }
}
