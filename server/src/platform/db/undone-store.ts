import { sql } from 'kysely'
import type { Tx } from './database.ts'

/** What a change would come to: it is made, and then undone whole, also if it fails. What else the transaction does stays. */
export async function tryUndone<T>(tx: Tx, change: () => Promise<T>): Promise<T> {
  await sql`savepoint undone`.execute(tx)
  try {
    return await change()
  } finally {
    await sql`rollback to savepoint undone`.execute(tx)
    await sql`release savepoint undone`.execute(tx)
  }
}
