import { sql } from 'kysely'
import type { Database, Tx } from '../../platform/db/database.ts'
import type { Machine } from './machine.ts'

/** Of smaller tables the database reads all in no time, whatever it believes to be in them. */
const minPages = 64

/**
 * Has the database look again at tables that have at least doubled since it last did. Of a table that it has never looked at, it takes a
 * look-up of 500 members for one of most of the rows and reads all of it: a first load would take ever longer for each batch, until the
 * database comes to look by itself, after a minute or, on the embedded engine, never.
 */
export async function analyzeGrown(database: Database, inTransaction: Machine['inTransaction']): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_class
    where relkind = 'r' and relnamespace = current_schema()::regnamespace
      and pg_relation_size(oid) >= ${minPages} * current_setting('block_size')::int
      and pg_relation_size(oid) >= 2 * relpages::bigint * current_setting('block_size')::int`.execute(database.read)
  for (const { name } of rows) await inTransaction((tx) => analyze(tx, name, database.kind === 'embedded'))
}

/** On the embedded engine everybody waits meanwhile: it looks at a tenth of the usual sample. */
async function analyze(tx: Tx, table: string, isBrief: boolean): Promise<void> {
  if (isBrief) await sql`set local default_statistics_target = 10`.execute(tx)
  // Another run, or the database itself, may be looking at it just now.
  await sql`analyze (skip_locked) ${sql.id(table)}`.execute(tx)
}
