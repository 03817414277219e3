import { parseArgs } from 'node:util'
import { sql } from 'kysely'
import { CannotRun, cannotRun, type Told, toMessage } from '../command-line.ts'
import { createDatabase } from './database.ts'
import { findObstacles, hasCitus, listDistributing } from './distribute.ts'
import { openPostgres } from './engine.ts'
import { migrate } from './migrate.ts'

/**
 * `npm run distribute [-- --plan]` (OP-1): spreads the tables of a database with Citus, empty or filled, over its machines. Says what keeps
 * it from that first, and then changes nothing. Exits with 0 if done, 1 if something is in the way, 2 if it could not run.
 */
export async function runDistribute(
  args: readonly string[],
  environment: Readonly<Record<string, string | undefined>>,
): Promise<Told> {
  try {
    const { values } = parseArgs({ args: [...args], options: { plan: { type: 'boolean' } } })
    const { DATABASE_URL: url, DATABASE_LISTEN_URL: ownUrl } = environment
    if (!url) throw new CannotRun('Set DATABASE_URL to the coordinator: the embedded database is one machine’s.')
    const database = createDatabase(openPostgres({ url, ownUrl: ownUrl || undefined, poolSize: 1 }))
    try {
      await migrate(database)
      return await database.apart(async (db) => {
        const obstacles = await findObstacles(db)
        const there = await hasCitus(db)
        const said = [
          ...(there ? [] : ['NOT RUN: the database does not have Citus (create extension citus).']),
          ...obstacles.map(({ table, kind, name }) => `in the way: ${kind} ${name} of ${table}`),
        ]
        if (values.plan) return { said: [...said, ...listDistributing().map((text) => `${text};`)].join('\n'), code: 0 }
        if (said.length > 0)
          return { said: [...said, 'Nothing was changed.'].join('\n'), code: there ? 1 : 2, failed: true }
        await sql`set statement_timeout = 0`.execute(db)
        for (const text of listDistributing()) await sql.raw(text).execute(db)
        return { said: `Distributed: ${listDistributing().length} tables.`, code: 0 }
      })
    } finally {
      await database.close()
    }
  } catch (error) {
    return cannotRun(error, (unexpected) => `The database could not be distributed: ${toMessage(unexpected)}`)
  }
}
