import type { Selectable } from 'kysely'
import type { Reader, Tx } from '../../platform/db/database.ts'
import type { Tables } from '../../platform/db/tables.ts'

export type Passkey = Selectable<Tables['passkey']>

export async function listPasskeys(db: Reader, accountId: string): Promise<Passkey[]> {
  return db.selectFrom('passkey').selectAll().where('account_id', '=', accountId).orderBy('created_at').execute()
}

/** A passkey by its credential id, on the host where it was created. */
export async function findPasskey(db: Reader, credentialId: string, host: string): Promise<Passkey | undefined> {
  return db
    .selectFrom('passkey')
    .selectAll()
    .where('credential_id', '=', credentialId)
    .where('host', '=', host)
    .executeTakeFirst()
}

/** Returns undefined if a passkey with that id already exists. */
export async function insertPasskey(
  tx: Tx,
  passkey: Omit<Passkey, 'transports' | 'last_used_at'> & { readonly transports: readonly string[] },
): Promise<Passkey | undefined> {
  return tx
    .insertInto('passkey')
    .values({ ...passkey, transports: JSON.stringify(passkey.transports) })
    .onConflict((conflict) => conflict.column('credential_id').doNothing())
    .returningAll()
    .executeTakeFirst()
}

export async function renamePasskey(
  tx: Tx,
  owner: { readonly accountId: string; readonly passkeyId: string },
  name: string,
): Promise<Passkey | undefined> {
  return tx
    .updateTable('passkey')
    .set({ name })
    .where('account_id', '=', owner.accountId)
    .where('passkey_id', '=', owner.passkeyId)
    .returningAll()
    .executeTakeFirst()
}

export async function deletePasskey(
  tx: Tx,
  owner: { readonly accountId: string; readonly passkeyId: string },
): Promise<boolean> {
  const deleted = await tx
    .deleteFrom('passkey')
    .where('account_id', '=', owner.accountId)
    .where('passkey_id', '=', owner.passkeyId)
    .returning('passkey_id')
    .executeTakeFirst()
  return deleted !== undefined
}

export async function deletePasskeys(tx: Tx, accountId: string): Promise<void> {
  await tx.deleteFrom('passkey').where('account_id', '=', accountId).execute()
}

/**
 * Records a use. Returns false if the counter did not grow although the passkey counts, which indicates a copy. Passkeys that do not count
 * stay at zero.
 */
export async function notePasskeyUse(tx: Tx, passkey: Passkey, counter: number, now: Date): Promise<boolean> {
  const noted = await tx
    .updateTable('passkey')
    .set({ counter, last_used_at: now })
    .where('account_id', '=', passkey.account_id)
    .where('passkey_id', '=', passkey.passkey_id)
    .where((eb) => eb.or([eb('counter', '<', counter), eb.and([eb('counter', '=', 0), eb.lit(counter === 0)])]))
    .returning('passkey_id')
    .executeTakeFirst()
  return noted !== undefined
}
