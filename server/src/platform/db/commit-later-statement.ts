import { sql } from 'kysely'
import type { Tx } from './database.ts'

/**
 * Lets a transaction commit without waiting for the disk, for data that is not shown yet: after a crash it is loaded again, and the commit
 * that shows it makes all earlier ones durable.
 */
export async function commitLater(tx: Tx): Promise<void> {
  await sql`set local synchronous_commit to off`.execute(tx)
}
