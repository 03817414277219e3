import { sql } from 'kysely'
import type { Tx } from '../../platform/db/database.ts'

/** No other advisory lock of the portal has this number. */
const lockKey = 7_205_803

/**
 * Makes a batch of providers and batches that may refer to them wait for each other: claims that another run stores at the same time would
 * miss the names. `alone` excludes all others. Comes first in a transaction.
 */
export async function lockNames(tx: Tx, how: 'alone' | 'shared'): Promise<void> {
  const lock = sql.raw(how === 'alone' ? 'pg_advisory_xact_lock' : 'pg_advisory_xact_lock_shared')
  await sql`select ${lock}(${lockKey}::bigint)`.execute(tx)
}
