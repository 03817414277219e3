import { sql } from 'kysely'
import type { Reader } from '../db/database.ts'
import { isMissingTable } from '../db/unavailable.ts'

/** A number that no other advisory lock of ours uses. */
const lockKey = 7_205_809

/** Creates the missing partitions of the log for this month and `ahead` more; servers wait for each other. */
export async function addMonths(db: Reader, ahead: number): Promise<void> {
  await sql`select audit_event_add_months(${ahead}::int) from (select pg_advisory_xact_lock(${lockKey})) alone`.execute(
    db,
  )
}

/** Partitions of the log whose months are over and that no longer have events. */
export async function listEmptied(db: Reader): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select name from audit_event_parts() where high <= audit_month_key(0) order by high`.execute(db)
  const emptied: string[] = []
  for (const { name } of rows) if (await isEmpty(db, name)) emptied.push(name)
  return emptied
}

/** False if another server has dropped the partition since it was listed. */
async function isEmpty(db: Reader, part: string): Promise<boolean> {
  try {
    const { rows } = await sql`select from ${sql.table(part)} limit 1`.execute(db)
    return rows.length === 0
  } catch (error) {
    if (isMissingTable(error)) return false
    throw error
  }
}

/** Drops a partition, unless a late event has arrived or another server was first. */
export async function dropIfEmpty(db: Reader, part: string): Promise<void> {
  await sql`select audit_event_drop_month(${part})`.execute(db)
}
