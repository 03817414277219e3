import type { ContactName } from '@portico/rules/identity/contact'
import type { Selectable } from 'kysely'
import type { Snake } from '../../platform/db/column-names.ts'
import type { Reader, Tx } from '../../platform/db/database.ts'
import { lockAccount } from '../../platform/db/row-locks.ts'
import type { Tables } from '../../platform/db/tables.ts'

export type Account = Selectable<Tables['account']>

export async function findAccount(db: Reader, accountId: string): Promise<Account | undefined> {
  return db.selectFrom('account').selectAll().where('account_id', '=', accountId).executeTakeFirst()
}

/** Contact information that people may change themselves (SI-10), and the state, which follows from it. */
export type ProfileChange = Partial<Pick<Account, Snake<ContactName> | 'phone_type' | 'state'>>

export async function updateAccount(tx: Tx, accountId: string, change: ProfileChange): Promise<Account> {
  const query = tx.updateTable('account').where('account_id', '=', accountId)
  return query
    .set({ ...change, account_id: accountId })
    .returningAll()
    .executeTakeFirstOrThrow()
}

export interface Rating {
  readonly storeId: string
  readonly brand: string
}

export async function listRatings(db: Reader, accountId: string): Promise<Rating[]> {
  return db
    .selectFrom('rating_info')
    .select(['store_id as storeId', 'brand'])
    .where('account_id', '=', accountId)
    .orderBy('position')
    .execute()
}

/** Replaces the whole list, which may name each pair of store and brand only once. */
export async function replaceRatings(tx: Tx, accountId: string, ratings: readonly Rating[]): Promise<void> {
  await lockAccount(tx, accountId)
  await tx.deleteFrom('rating_info').where('account_id', '=', accountId).execute()
  if (ratings.length === 0) return
  await tx
    .insertInto('rating_info')
    .values(
      ratings.map(({ storeId, brand }, position) => ({ account_id: accountId, store_id: storeId, brand, position })),
    )
    .execute()
}
