import { sql } from 'kysely'
import type { Tx } from '../../platform/db/database.ts'

/** A number that no other advisory lock of ours uses. */
const lockKey = 7_205_803

/**
 * Makes a batch of providers wait for batches of what may refer to them, and these for it: claims that another run stores at the same moment
 * would miss the names, and be missed. `alone` excludes all others. Comes first in a transaction.
 */
export async function lockNames(tx: Tx, how: 'alone' | 'shared'): Promise<void> {
  const lock = sql.raw(how === 'alone' ? 'pg_advisory_xact_lock' : 'pg_advisory_xact_lock_shared')
  await sql`select ${lock}(${lockKey}::bigint)`.execute(tx)
}
