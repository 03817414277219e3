import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { createDatabase, type Database, type Tx } from '../src/platform/db/database.ts'
import { openPostgres } from '../src/platform/db/engine.ts'

const lock = 7301

/**
 * Makes inserts into the tables of `holdTwo` wait for their turn: each transaction takes one with its first insert. Created in a
 * schema of its own, so that it is not among the portal's tables.
 */
export async function buildGate(database: Database, tables: readonly string[]): Promise<void> {
  if (database.kind === 'embedded') return
  const run = (text: string) => sql.raw(text).execute(database.read)
  await run('create schema gate')
  await run('create sequence gate.turn')
  await run('create table gate.held (name text)')
  await run(`create function gate.wait() returns trigger language plpgsql as $$
    begin
      if exists (select from gate.held where name = tg_table_name)
        and coalesce(current_setting('gate.passed', true), '') <> pg_current_xact_id()::text then
        perform set_config('gate.passed', pg_current_xact_id()::text, true);
        perform pg_advisory_xact_lock(${lock}, nextval('gate.turn')::int);
      end if;
      return null;
    end $$`)
  for (const table of tables)
    await run(`create trigger gate before insert on "${table}" for each statement execute function gate.wait()`)
}

/**
 * Starts two calls at the same time, holds both and releases them one after the other. On PostgreSQL, each is held where it inserts
 * into `table`, or waits for what the other one holds; on the embedded engine, before its first statement, after which they take
 * turns by themselves. `held` is false if one of them finished without having waited.
 */
export async function holdTwo<T>(
  database: Database,
  table: string,
  start: () => Promise<T>,
): Promise<{ readonly held: boolean; readonly answers: readonly T[] }> {
  return database.kind === 'embedded' ? holdConnection(database, start) : holdInserts(database, table, start)
}

async function holdConnection<T>(database: Database, start: () => Promise<T>) {
  const letGo = await hold(database)
  const both = [start(), start()]
  while (database.pool().waiting < both.length) await sleep(5)
  await letGo()
  return { held: true, answers: await Promise.all(both) }
}

async function holdInserts<T>(portals: Database, table: string, start: () => Promise<T>) {
  // On connections of its own: the portal's are for its calls and jobs, and one more would be missing to them.
  const database = createDatabase(openPostgres({ url: portals.url ?? '', poolSize: 3 }))
  const { read } = database
  await sql`insert into gate.held values (${table})`.execute(read)
  await sql`select setval('gate.turn', 1, false)`.execute(read)
  const [first, second] = [await hold(database, 1), await hold(database, 2)]
  let answered = 0
  const both = [start(), start()]
  for (const one of both)
    one.then(
      () => answered++,
      () => answered++,
    )
  const isUnderWay = async () => answered === 0 && (await countLockWaits(database)) < both.length
  while (await isUnderWay()) await sleep(5)
  const held = answered === 0
  await first()
  // A job that inserted in between had the first turn: then both still wait, one of them for the second.
  while (await isUnderWay()) await sleep(5)
  await second()
  const answers = await Promise.all(both)
  await sql`delete from gate.held`.execute(read)
  await database.close()
  return { held, answers }
}

/** Holds a connection, and a turn if one is given, until the returned function is called. */
async function hold(database: Database, turn?: number): Promise<() => Promise<void>> {
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  const { promise: holding, resolve: begun } = Promise.withResolvers<void>()
  const done = database.transaction(async (tx) => {
    // It does nothing on purpose, for as long as the calls take to come.
    await sql`set local idle_in_transaction_session_timeout = 0`.execute(tx)
    if (turn !== undefined) await sql`select pg_advisory_xact_lock(${lock}, ${turn}::int)`.execute(tx)
    begun()
    await released
  })
  await holding
  return () => {
    release()
    return done
  }
}

/** How many wait for a lock; who has been given one does not, even before it goes on. */
async function countLockWaits({ read }: Database): Promise<number> {
  const { rows } = await sql<{ waiting: number }>`
    select count(distinct pid)::int as waiting from pg_locks join pg_stat_activity using (pid)
    where not granted and datname = current_database()`.execute(read)
  return rows[0]?.waiting ?? 0
}

/** How many transactions in this database wait for others; this one sees them as they are now. */
export async function countWaiting(tx: Tx): Promise<number> {
  await sql`select pg_stat_clear_snapshot()`.execute(tx)
  const { rows } = await sql`select from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(tx)
  return rows.length
}

/** Whether another transaction waits for this one. */
export async function isAwaited(tx: Tx): Promise<boolean> {
  const { rows } = await sql`select from pg_locks
    where not granted and pg_backend_pid() = any (pg_blocking_pids(pid))`.execute(tx)
  return rows.length > 0
}
