import type { Insertable, Selectable } from 'kysely'
import type { Tx } from '../../platform/db/database.ts'
import { insertNew } from '../../platform/db/insert-new.ts'
import type { Tables } from '../../platform/db/tables.ts'

export type Registration = Selectable<Tables['registration']>

/** Stores a registration, once per id; false if it already exists. */
export function keepRegistration(tx: Tx, registration: Insertable<Tables['registration']>): Promise<boolean> {
  return insertNew(tx, 'registration', registration)
}

/** The registration that a valid ticket opens or has opened; concurrent requests wait for each other here. */
export function holdRegistration(tx: Tx, ticketHash: Buffer, now: Date): Promise<Registration | undefined> {
  return tx
    .selectFrom('registration')
    .selectAll()
    .where('ticket_hash', '=', ticketHash)
    .where('expires_at', '>', now)
    .forUpdate()
    .executeTakeFirst()
}

/** Records the account of a registration, whose other data is deleted. */
export async function settleRegistration(tx: Tx, registrationId: string, accountId: string): Promise<void> {
  await tx
    .updateTable('registration')
    .set({ account_id: accountId, sealed: null })
    .where('registration_id', '=', registrationId)
    .execute()
}
