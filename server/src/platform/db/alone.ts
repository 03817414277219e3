import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Database } from './database.ts'

const pauseMs = 100

/**
 * Runs work that only one server may do at a time; the others wait. No other advisory lock of ours may use `key`. The embedded database has
 * only one server.
 */
export async function runAlone(database: Database, key: number, work: () => Promise<void>): Promise<void> {
  if (database.kind === 'embedded') return work()
  await database.apart(async (db) => {
    const take = async () => {
      const { rows } = await sql<{ mine: boolean }>`select pg_try_advisory_lock(${key}) as mine`.execute(db)
      return rows[0]?.mine === true
    }
    // Polls instead of waiting in a statement: `create index concurrently` would wait for that statement to end.
    while (!(await take())) await sleep(pauseMs)
    try {
      await work()
    } finally {
      await sql`select pg_advisory_unlock(${key})`.execute(db).catch(() => undefined)
    }
  })
}
