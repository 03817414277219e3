import { sql } from 'kysely'
import type { Database, Tx } from '../../platform/db/database.ts'
import type { Machine } from './machine.ts'

/** The database reads smaller tables quickly, whatever its statistics say. */
const minPages = 64

/**
 * Analyzes tables that have at least doubled since the last time. Without statistics, the database expects a look-up of 500 members to
 * return most rows, and reads the whole table: each batch of a first load would take longer than the one before, until autovacuum runs,
 * after a minute or, on the embedded engine, never.
 */
export async function analyzeGrown(database: Database, inTransaction: Machine['inTransaction']): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_class
    where relkind = 'r' and relnamespace = current_schema()::regnamespace
      and pg_relation_size(oid) >= ${minPages} * current_setting('block_size')::int
      and pg_relation_size(oid) >= 2 * relpages::bigint * current_setting('block_size')::int`.execute(database.read)
  for (const { name } of rows) await inTransaction((tx) => analyze(tx, name, database.kind === 'embedded'))
}

/** On the embedded engine, everybody waits meanwhile: a tenth of the usual sample is enough. */
async function analyze(tx: Tx, table: string, isBrief: boolean): Promise<void> {
  if (isBrief) await sql`set local default_statistics_target = 10`.execute(tx)
  // Another run, or the database itself, may be analyzing it right now.
  await sql`analyze (skip_locked) ${sql.id(table)}`.execute(tx)
}
