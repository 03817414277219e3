import { sql } from 'kysely'
import type { Tx } from './database.ts'

/** Returns the result of a change that is made and then rolled back, even if it fails. The rest of the transaction stays. */
export async function tryUndone<T>(tx: Tx, change: () => Promise<T>): Promise<T> {
  await sql`savepoint undone`.execute(tx)
  try {
    return await change()
  } finally {
    await sql`rollback to savepoint undone`.execute(tx)
    await sql`release savepoint undone`.execute(tx)
  }
}
