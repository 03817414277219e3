import type { Insertable } from 'kysely'
import type { Tx } from './database.ts'
import type { Tables } from './tables.ts'

/** Stores a row; false, and nothing is stored, if a row with one of its unique values is there. */
export async function insertNew<T extends keyof Tables>(
  tx: Tx,
  table: T,
  row: Insertable<Tables[T]>,
): Promise<boolean> {
  const stored = await tx
    .insertInto<keyof Tables>(table)
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow()
  return stored.numInsertedOrUpdatedRows === 1n
}
