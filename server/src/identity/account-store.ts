import type { Selectable } from 'kysely'
import { type Database, type Reader, statement, type Tx } from '../db/database.ts'
import type { Tables } from '../db/tables.ts'

export type Account = Selectable<Tables['account']>

/** What a sign-in goes by, and nothing else of the person. */
const signInColumns = [
  'account_id',
  'login_id',
  'password_hash',
  'role',
  'brand',
  'member_id',
  'first_name',
  'nick_name',
  'preferred_store',
  'temporary_password',
  'security_strength_enforcement',
  'locked_until',
  'employee',
  'demo_of_brand',
  'directory_out_of_step',
] as const

export type SignInAccount = Pick<Account, (typeof signInColumns)[number]>

/** An account with what its sign-in depends on in the member's record; null members are no members. */
export interface AccountWithMember extends SignInAccount {
  readonly member_brand: string | null
  readonly chip: boolean | null
  readonly member_date_of_birth: string | null
  readonly guardian_verified: boolean | null
}

const byLogin = statement<AccountWithMember>(
  'account-by-login',
  `select ${signInColumns.map((column) => `account.${column}`).join(', ')}, member.brand as member_brand, member.chip,
    member.guardian_verified, member.date_of_birth as member_date_of_birth
  from account left join member on member.member_id = account.member_id
  where login_id = $1`,
)

export async function findAccountByLogin(database: Database, loginId: string): Promise<AccountWithMember | undefined> {
  const [row] = await database.run(byLogin, [loginId])
  return row
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

/** Replaces the whole list; no pair of store and brand may come twice in it. */
export async function replaceRatings(tx: Tx, accountId: string, ratings: readonly Rating[]): Promise<void> {
  // Two saves at once wait for each other here, so that the second replaces what the first stored.
  await tx.selectFrom('account').select('account_id').where('account_id', '=', accountId).forUpdate().execute()
  await tx.deleteFrom('rating_info').where('account_id', '=', accountId).execute()
  if (ratings.length === 0) return
  await tx
    .insertInto('rating_info')
    .values(
      ratings.map(({ storeId, brand }, position) => ({ account_id: accountId, store_id: storeId, brand, position })),
    )
    .execute()
}
