import type { Told } from '../command-line.ts'
import { runOnTables } from './command-database.ts'
import { migrate, migrationNames } from './migrate.ts'
import { planMigrations } from './migrate-plan.ts'

const says = {
  embedded: 'Set DATABASE_URL. The embedded database is brought up to date by the next start.',
  failed: 'The database could not be brought up to date',
}

/**
 * `npm run migrate [-- --plan]`: brings the database at DATABASE_URL up to date, as the next start would; with `--plan` it only says what
 * that will do, who will wait and about how long (OP-4). Exits with 0 if done, 2 if it could not.
 */
export function runMigrate(
  args: readonly string[],
  environment: Readonly<Record<string, string | undefined>>,
): Promise<Told> {
  return runOnTables(args, environment, says, async (database, isPlan) => {
    if (isPlan) return { said: (await planMigrations(database.read)).join('\n'), code: 0 }
    await migrate(database)
    return { said: `The database has all ${migrationNames.length} migrations of this version.`, code: 0 }
  })
}
