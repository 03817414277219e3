import type { Database } from '../../platform/db/database.ts'

/** Deletes expired rows: registrations waiting for their link, saved registrations, and guardians' PINs. */
export async function forgetRegistrations(database: Database, now: Date): Promise<void> {
  await database.transaction(async (tx) => {
    await tx.deleteFrom('registration').where('expires_at', '<=', now).execute()
    await tx.deleteFrom('saved_registration').where('expires_at', '<=', now).execute()
    await tx
      .deleteFrom('guardian_check')
      .where('pin_expires_at', '<=', now)
      .where((is) => is.or([is('proof_expires_at', 'is', null), is('proof_expires_at', '<=', now)]))
      .execute()
  })
}
