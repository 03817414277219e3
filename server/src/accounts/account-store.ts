import type { Language } from '@portico/contract/page'
import type { Standing } from '@portico/rules/identity/lockout'
import type { Insertable, Selectable } from 'kysely'
import { type Database, namedStatement, type Reader, statement, type Tx } from '../db/database.ts'
import { lockAccount } from '../db/row-locks.ts'
import type { Tables } from '../db/tables.ts'
import type { AttemptKeys } from '../limits/limit-store.ts'

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
  'market',
  'entitlements',
  'employee',
  'demo_of_brand',
  'directory_out_of_step',
  'page_language',
] as const

export type SignInAccount = Pick<Account, (typeof signInColumns)[number]>

/** An account with what its sign-in depends on in the member's record; null members are no members. */
export interface AccountWithMember extends SignInAccount {
  readonly member_brand: string | null
  readonly chip: boolean | null
  readonly member_date_of_birth: string | null
  readonly guardian_verified: boolean | null
  /** A right password is not enough: an authenticator app is set up (RG-4). */
  readonly second_factor: boolean
}

const attributes = `${signInColumns.map((column) => `account.${column}`).join(', ')}, member.brand as member_brand,
  member.chip, member.guardian_verified, member.date_of_birth as member_date_of_birth,
  exists (select from authenticator where authenticator.account_id = account.account_id and confirmed_at is not null)
    as second_factor`

const byLogin = statement<AccountWithMember>(
  'account-by-login',
  `select ${attributes} from account left join member on member.member_id = account.member_id where login_id = $1`,
)

export async function findAccountByLogin(database: Database, loginId: string): Promise<AccountWithMember | undefined> {
  const [row] = await database.run(byLogin, [loginId])
  return row
}

const byId = statement<AccountWithMember>(
  'account-by-id',
  `select ${attributes} from account left join member on member.member_id = account.member_id where account_id = $1`,
)

export async function findAccountForSignIn(
  database: Database,
  accountId: string,
): Promise<AccountWithMember | undefined> {
  const [row] = await database.run(byId, [accountId])
  return row
}

/** An account, or nulls in its place, with what the limits hold against an attempt. */
type AttemptRow = { readonly [Column in keyof AccountWithMember]: AccountWithMember[Column] | null } & {
  readonly pair_locked_until: Date | null
  readonly pair_succeeded_at: Date | null
  readonly login_failures: number | null
  readonly login_locked_until: Date | null
  readonly address_failures: number | null
  readonly address_first_failure_at: Date | null
}

const forAttempt = namedStatement<AttemptRow, AttemptKeys & { readonly loginId: string }>(
  'account-for-attempt',
  `select ${attributes},
    pair.locked_until as pair_locked_until, pair.succeeded_at as pair_succeeded_at,
    login.failures as login_failures, login.locked_until as login_locked_until,
    address.failures as address_failures, address.first_failure_at as address_first_failure_at
  from (values (true)) as always
  left join account on login_id = :loginId
  left join member on member.member_id = account.member_id
  left join sign_in_limit pair on pair.kind = 'pair' and pair.key = :pairKey
  left join sign_in_limit login on login.kind = 'login' and login.key = :loginKey
  left join sign_in_limit address on address.kind = 'address' and address.key = :networkKey`,
)

/** The account of a login ID, where there is one, and what the limits hold against an attempt: one round trip for both. */
export async function findForAttempt(
  database: Database,
  loginId: string,
  keys: AttemptKeys,
): Promise<{ readonly account: AccountWithMember | null; readonly standing: Standing }> {
  const [row] = await database.run(forAttempt, forAttempt.valuesOf({ loginId, ...keys }))
  if (row === undefined) throw new Error('A statement that always has a row had none.')
  return {
    account: row.account_id === null ? null : (row as AccountWithMember),
    standing: {
      pair: { lockedUntil: row.pair_locked_until, succeededAt: row.pair_succeeded_at },
      login: { failures: row.login_failures ?? 0, lockedUntil: row.login_locked_until },
      address: { failures: row.address_failures ?? 0, firstFailureAt: row.address_first_failure_at },
    },
  }
}

export async function findAccount(db: Reader, accountId: string): Promise<Account | undefined> {
  return db.selectFrom('account').selectAll().where('account_id', '=', accountId).executeTakeFirst()
}

/** The contact data that a person may change themselves (SI-10). */
export type ProfileChange = Partial<
  Pick<Account, 'nick_name' | 'phone' | 'phone_type' | 'address' | 'city' | 'state' | 'zip_code'>
>

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

/** A confirmed address takes the place of the one before. */
export async function replaceEmail(tx: Tx, accountId: string, email: string): Promise<void> {
  await tx.updateTable('account').set({ email }).where('account_id', '=', accountId).execute()
}

/** Notes the language of the page that a person uses, where it is another than before. */
export async function noteLanguage(tx: Tx, accountId: string, language: Language): Promise<void> {
  await tx
    .updateTable('account')
    .set({ page_language: language })
    .where('account_id', '=', accountId)
    .where('page_language', 'is distinct from', language)
    .execute()
}

/** The accounts of a member themselves. */
export async function findMemberAccounts(
  db: Reader,
  memberId: string,
): Promise<Pick<Account, 'account_id' | 'email' | 'brand' | 'page_language' | 'nick_name'>[]> {
  return db
    .selectFrom('account')
    .select(['account_id', 'email', 'brand', 'page_language', 'nick_name'])
    .where('member_id', '=', memberId)
    .where('role', '=', 'MEMBER')
    .orderBy('created_at')
    .orderBy('account_id')
    .execute()
}

const ownerColumns = ['account_id', 'login_id', 'member_id', 'brand', 'email'] as const
type OwnerRow = Pick<Account, (typeof ownerColumns)[number]>

/** The most accounts that one e-mail address may stand for in one answer. */
const maxOfAddress = 10

export async function findAccountsByEmail(db: Reader, email: string): Promise<OwnerRow[]> {
  return db
    .selectFrom('account')
    .select(ownerColumns)
    .where(({ fn }) => fn('lower', ['email']), '=', email.toLowerCase())
    .orderBy('login_id')
    .limit(maxOfAddress)
    .execute()
}

export async function findOwnerByLogin(db: Reader, loginId: string): Promise<OwnerRow | undefined> {
  return db.selectFrom('account').select(ownerColumns).where('login_id', '=', loginId).executeTakeFirst()
}

/** The first account of the member whose card has a number, born on a day. */
export async function findOwnerByCard(
  db: Reader,
  card: { readonly memberNumber: string; readonly dateOfBirth: string },
): Promise<OwnerRow | undefined> {
  return db
    .selectFrom('account')
    .innerJoin('member', 'member.member_id', 'account.member_id')
    .select(ownerColumns.map((column) => `account.${column}` as const))
    .where('member.member_number', '=', card.memberNumber)
    .where('member.date_of_birth', '=', card.dateOfBirth)
    .where('role', '=', 'MEMBER')
    .orderBy('account.created_at')
    .orderBy('account.account_id')
    .executeTakeFirst()
}

/** Stores a new account; false where someone has the login ID. */
export async function insertAccount(tx: Tx, account: Insertable<Tables['account']>): Promise<boolean> {
  const stored = await tx
    .insertInto('account')
    .values(account)
    .onConflict((conflict) => conflict.column('login_id').doNothing())
    .returning('account_id')
    .executeTakeFirst()
  return stored !== undefined
}
