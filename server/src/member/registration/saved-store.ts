import type { Insertable, Selectable } from 'kysely'
import type { Tx } from '../../platform/db/database.ts'
import { insertNew } from '../../platform/db/insert-new.ts'
import type { Tables } from '../../platform/db/tables.ts'

type Saved = Tables['saved_registration']

/** Stores it, once per id; false if it already exists. */
export function keepSaved(tx: Tx, saved: Insertable<Saved>): Promise<boolean> {
  return insertNew(tx, 'saved_registration', saved)
}

/** The registration that a valid ticket opens; concurrent requests wait for each other here. */
export function holdSaved(tx: Tx, ticketHash: Buffer, now: Date): Promise<Selectable<Saved> | undefined> {
  return tx
    .selectFrom('saved_registration')
    .selectAll()
    .where('ticket_hash', '=', ticketHash)
    .where('expires_at', '>', now)
    .forUpdate()
    .executeTakeFirst()
}

/** Records how many wrong tries there were. */
export async function setFailures(tx: Tx, savedId: string, failures: number): Promise<void> {
  await tx.updateTable('saved_registration').set({ failures }).where('saved_id', '=', savedId).execute()
}

export async function dropSaved(tx: Tx, savedId: string): Promise<void> {
  await tx.deleteFrom('saved_registration').where('saved_id', '=', savedId).execute()
}
