import type { Insertable, Updateable } from 'kysely'
import type { Reader, Tx } from '../../platform/db/database.ts'
import type { Tables } from '../../platform/db/tables.ts'

/** Replaces an unconfirmed app; false if a confirmed one exists. */
export async function beginAuthenticator(
  tx: Tx,
  accountId: string,
  begun: Omit<Insertable<Tables['authenticator']>, 'account_id'>,
): Promise<boolean> {
  const row = await tx
    .insertInto('authenticator')
    .values({ account_id: accountId, ...begun })
    .onConflict((conflict) =>
      conflict.column('account_id').doUpdateSet(begun).where('authenticator.confirmed_at', 'is', null),
    )
    .returning('account_id')
    .executeTakeFirst()
  return row !== undefined
}

export async function changeAuthenticator(
  tx: Tx,
  accountId: string,
  change: Updateable<Pick<Tables['authenticator'], 'confirmed_at' | 'last_step'>>,
): Promise<void> {
  await tx.updateTable('authenticator').set(change).where('account_id', '=', accountId).execute()
}

/** Any app's sealed secret; undefined if there is none. */
export function findAnySecret(db: Reader) {
  return db.selectFrom('authenticator').select(['account_id', 'secret']).limit(1).executeTakeFirst()
}

/** When the account got its authenticator app; null without one. */
export async function authenticatorSince(db: Reader, accountId: string): Promise<Date | null> {
  const row = await db
    .selectFrom('authenticator')
    .select('confirmed_at')
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  return row?.confirmed_at ?? null
}

/** Returns whether the account had one. */
export async function deleteAuthenticator(tx: Tx, accountId: string): Promise<boolean> {
  const row = await tx
    .deleteFrom('authenticator')
    .where('account_id', '=', accountId)
    .returning('confirmed_at')
    .executeTakeFirst()
  return row !== undefined && row.confirmed_at !== null
}

/** Locks the row, so that two codes sent at the same time are judged one after the other. */
export async function lockRow(tx: Tx, accountId: string) {
  return tx.selectFrom('authenticator').selectAll().where('account_id', '=', accountId).forUpdate().executeTakeFirst()
}
