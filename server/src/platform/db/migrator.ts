import { setTimeout as sleep } from 'node:timers/promises'
import { type Kysely, sql } from 'kysely'
import type { Database } from './database.ts'
import type { Step } from './steps.ts'

/**
 * A change of the schema. `up` runs in one transaction, whose locks make others wait; use `steps` for whatever takes longer than a moment
 * because its table may be big.
 */
export type Migration = { readonly up: (db: Kysely<unknown>) => Promise<void> } | { readonly steps: readonly Step[] }

/** Migrations that landed under another name, with their current names. */
const renamed: Readonly<Record<string, string>> = {
  '0029-conversations': '0019-conversations',
  '0029b-limits': '0020-limits',
  '0030-record': '0021-record',
}

/** The lock of earlier versions, which migrated in one transaction. */
const lockKey = '3853314791062309107'
/** How long a migration waits for a lock: everyone queued behind it waits as long. Then it lets them go first and retries. */
const lockWait = '1s'
const pauseMs = 500
const longestPauseMs = 10_000
/** About half an hour. */
const maxAttempts = 200

/**
 * Runs the migrations that a database lacks, in the order of their names, on a separate connection. Several instances may try at once, and
 * one does it. Leaves alone migrations that only a newer version knows.
 */
export async function runMigrations(
  database: Database,
  migrations: Readonly<Record<string, Migration>>,
  { pause = pauseMs }: { readonly pause?: number } = {},
): Promise<void> {
  await database.apart(async (db) => {
    await sql`set statement_timeout = 0`.execute(db)
    await sql`set idle_in_transaction_session_timeout = 0`.execute(db)
    // Polls instead of waiting in a statement: `create index concurrently` waits for every earlier statement, even one that waits for this
    // lock.
    while (!(await takeLock(db))) await sleep(pause)
    try {
      const done = await prepareNames(db)
      for (const name of Object.keys(migrations).sort()) {
        const migration = migrations[name]
        if (migration !== undefined && !done.has(name)) await run(db, name, migration, pause)
      }
    } finally {
      // A broken connection has no locks and no settings left, and the error to report is why it broke.
      await giveBack(db).catch(() => undefined)
    }
  })
}

async function giveBack(db: Kysely<unknown>): Promise<void> {
  await sql`select pg_advisory_unlock(${lockKey}::bigint)`.execute(db)
  await sql`reset all`.execute(db)
}

async function takeLock(db: Kysely<unknown>): Promise<boolean> {
  const { rows } = await sql<{ mine: boolean }>`select pg_try_advisory_lock(${lockKey}::bigint) as mine`.execute(db)
  return rows[0]?.mine === true
}

/** Names of the migrations that a database has, in a table that older versions, with another migrator, read, too. */
async function prepareNames(db: Kysely<unknown>): Promise<ReadonlySet<string>> {
  await sql`create table if not exists kysely_migration (
    name varchar(255) primary key, timestamp varchar(255) not null)`.execute(db)
  for (const [before, now] of Object.entries(renamed))
    await sql`update kysely_migration set name = ${now} where name = ${before}`.execute(db)
  const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(db)
  return new Set(rows.map(({ name }) => name))
}

async function run(db: Kysely<unknown>, name: string, migration: Migration, pause: number): Promise<void> {
  const note = (tx: Kysely<unknown>) =>
    sql`insert into kysely_migration values (${name}, ${new Date().toISOString()})`.execute(tx)
  try {
    if ('steps' in migration) {
      for (const step of migration.steps)
        await patiently(pause, async () => {
          await sql.raw(`set lock_timeout = '${lockWait}'`).execute(db)
          await (typeof step === 'string' ? sql.raw(step).execute(db) : step(db))
        })
      await note(db)
    } else {
      await patiently(pause, () =>
        db.transaction().execute(async (tx) => {
          await sql.raw(`set local lock_timeout = '${lockWait}'`).execute(tx)
          await migration.up(tx)
          await note(tx)
        }),
      )
    }
  } catch (error) {
    throw new Error(`The migration ${name} failed: ${error instanceof Error ? error.message : error}`, { cause: error })
  }
}

/** SQLSTATEs of a lock timeout and of a deadlock. */
const locked = new Set(['55P03', '40P01'])

async function patiently(pause: number, work: () => Promise<unknown>): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      await work()
      return
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? String(error.code) : ''
      if (!locked.has(code) || attempt === maxAttempts) throw error
      await sleep(Math.min(longestPauseMs, pause * attempt))
    }
  }
}
