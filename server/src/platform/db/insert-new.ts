import type { Insertable } from 'kysely'
import type { Tx } from './database.ts'
import type { Tables } from './tables.ts'

/** Inserts a row; returns false, and inserts nothing, if an existing row has one of its unique values. */
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
