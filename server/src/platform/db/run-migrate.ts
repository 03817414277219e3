import { parseArgs } from 'node:util'
import { CannotRun, cannotRun, type Told, toMessage } from '../command-line.ts'
import { createDatabase } from './database.ts'
import { openPostgres } from './engine.ts'
import { migrate, migrationNames } from './migrate.ts'
import { planMigrations } from './migrate-plan.ts'

/**
 * `npm run migrate [-- --plan]`: brings the database at DATABASE_URL up to date, as the next start would; with `--plan` only says what that
 * will do, who waits for it and about how long (OP-4). Exits with 0 if done, 2 if it could not.
 */
export async function runMigrate(
  args: readonly string[],
  environment: Readonly<Record<string, string | undefined>>,
): Promise<Told> {
  try {
    const { values } = parseArgs({ args: [...args], options: { plan: { type: 'boolean' } } })
    const { DATABASE_URL: url, DATABASE_LISTEN_URL: ownUrl } = environment
    if (!url) throw new CannotRun('Set DATABASE_URL. The embedded database is brought up to date by the next start.')
    const database = createDatabase(openPostgres({ url, ownUrl: ownUrl || undefined, poolSize: 1 }))
    try {
      if (values.plan) return { said: (await planMigrations(database.read)).join('\n'), code: 0 }
      await migrate(database)
      return { said: `The database has all ${migrationNames.length} migrations of this version.`, code: 0 }
    } finally {
      await database.close()
    }
  } catch (error) {
    return cannotRun(error, (unexpected) => `The database could not be brought up to date: ${toMessage(unexpected)}`)
  }
}
