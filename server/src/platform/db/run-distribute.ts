import { sql } from 'kysely'
import { CannotRun, type Told } from '../command-line.ts'
import { runOnTables } from './command-database.ts'
import { findObstacles, hasCitus, listDistributing } from './distribute.ts'
import { tableKinds } from './distribution.ts'
import { migrationNames } from './migrate.ts'
import { listDone } from './migrate-plan.ts'

const says = {
  embedded: 'Set DATABASE_URL to the coordinator: the embedded database is one machine’s.',
  failed: 'The database could not be distributed',
}

/**
 * `npm run distribute [-- --plan]` (OP-1): distributes a database's tables with Citus, empty or filled, over its machines. First lists
 * obstacles, e.g. tables that are not this version's, and then changes nothing. Exits with 0 if done, 1 if something is in the way, 2 if it
 * could not run.
 */
export function runDistribute(
  args: readonly string[],
  environment: Readonly<Record<string, string | undefined>>,
): Promise<Told> {
  return runOnTables(args, environment, says, async (database, isPlan) => {
    const done = await listDone(database.read)
    if (!migrationNames.every((name) => done?.has(name)))
      throw new CannotRun('The database lacks migrations of this version: run `npm run migrate` first.')
    return database.apart(async (db) => {
      const obstacles = await findObstacles(db)
      const there = await hasCitus(db)
      const statements = await listDistributing(db)
      const said = [
        ...(there ? [] : ['NOT RUN: the database does not have Citus (create extension citus).']),
        ...obstacles.map(({ table, kind, name }) => `in the way: ${kind} ${name} of ${table}`),
      ]
      if (isPlan) return { said: [...said, ...statements.map((text) => `${text};`)].join('\n'), code: 0 }
      if (said.length > 0)
        return { said: [...said, 'Nothing was changed.'].join('\n'), code: there ? 1 : 2, failed: true }
      await sql`set statement_timeout = 0`.execute(db)
      for (const text of statements) await sql.raw(text).execute(db)
      const count = [...tableKinds.values()].filter((kind) => kind !== 'local').length
      return { said: `Distributed: ${count} tables.`, code: 0 }
    })
  })
}
