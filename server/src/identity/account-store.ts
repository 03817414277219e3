import type { Selectable } from 'kysely'
import type { Reader, Tx } from '../db/database.ts'
import type { Tables } from '../db/tables.ts'

export type Account = Selectable<Tables['account']>

/** An account with what its sign-in depends on in the member's record; null members are no members. */
export interface AccountWithMember extends Account {
  readonly member_brand: string | null
  readonly chip: boolean | null
  readonly member_date_of_birth: string | null
  readonly guardian_verified: boolean | null
}

export async function findAccountByLogin(db: Reader, loginId: string): Promise<AccountWithMember | undefined> {
  return db
    .selectFrom('account')
    .leftJoin('member', 'member.member_id', 'account.member_id')
    .selectAll('account')
    .select([
      'member.brand as member_brand',
      'member.chip',
      'member.guardian_verified',
      'member.date_of_birth as member_date_of_birth',
    ])
    .where('login_id', '=', loginId)
    .executeTakeFirst()
}

export async function findAccount(db: Reader, accountId: string): Promise<Account | undefined> {
  return db.selectFrom('account').selectAll().where('account_id', '=', accountId).executeTakeFirst()
}

/** The contact data that a person may change themselves (SI-10). */
export type ProfileChange = Partial<Pick<Account, 'nick_name' | 'phone' | 'address' | 'city' | 'zip_code'>>

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

/** Replaces the whole list. */
export async function replaceRatings(tx: Tx, accountId: string, ratings: readonly Rating[]): Promise<void> {
  await tx.deleteFrom('rating_info').where('account_id', '=', accountId).execute()
  if (ratings.length === 0) return
  await tx
    .insertInto('rating_info')
    .values(
      ratings.map(({ storeId, brand }, position) => ({ account_id: accountId, store_id: storeId, brand, position })),
    )
    .execute()
}
