import type { Language } from '@portico/contract/page'
import { type Insertable, sql } from 'kysely'
import type { Reader, Tx } from '../../platform/db/database.ts'
import { closedPassword } from '../../platform/db/personal-data.ts'
import type { Tables } from '../../platform/db/tables.ts'
import type { Account } from './account-statement.ts'

/** A confirmed address replaces the previous one. */
export async function replaceEmail(tx: Tx, accountId: string, email: string): Promise<void> {
  await tx.updateTable('account').set({ email }).where('account_id', '=', accountId).execute()
}

/** Records the language of the page that a person uses, if it changed. */
export async function noteLanguage(tx: Tx, accountId: string, language: Language): Promise<void> {
  await tx
    .updateTable('account')
    .set({ page_language: language })
    .where('account_id', '=', accountId)
    .where('page_language', 'is distinct from', language)
    .execute()
}

/** The member whose own account it is; null if it is no member's. */
export async function findOwnMember(db: Reader, accountId: string): Promise<string | null> {
  const account = await db
    .selectFrom('account')
    .select('member_id')
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  return account?.member_id ?? null
}

/** A member's own accounts. */
export async function findMemberAccounts(
  db: Reader,
  memberId: string,
): Promise<Pick<Account, 'account_id' | 'email' | 'brand' | 'login_id' | 'page_language' | 'nick_name' | 'phone'>[]> {
  return db
    .selectFrom('account')
    .select(['account_id', 'email', 'brand', 'login_id', 'page_language', 'nick_name', 'phone'])
    .where('member_id', '=', memberId)
    .where('role', '=', 'MEMBER')
    .where('password_hash', '!=', closedPassword)
    .orderBy('created_at')
    .orderBy('account_id')
    .execute()
}

const ownerColumns = ['account_id', 'login_id', 'member_id', 'brand', 'email'] as const
type OwnerRow = Pick<Account, (typeof ownerColumns)[number]>

/** Maximum number of accounts with one e-mail address that an answer covers. */
const maxOfAddress = 10

export async function findAccountsByEmail(db: Reader, email: string): Promise<OwnerRow[]> {
  return db
    .selectFrom('account')
    .select(ownerColumns)
    .where(({ fn }) => fn('lower', ['email']), '=', email.toLowerCase())
    .where('password_hash', '!=', closedPassword)
    .orderBy('login_id')
    .limit(maxOfAddress)
    .execute()
}

export async function findOwnerByLogin(db: Reader, loginId: string): Promise<OwnerRow | undefined> {
  return db.selectFrom('account').select(ownerColumns).where('login_id', '=', loginId).executeTakeFirst()
}

/** What a person reads off their card, on a page of `brand`: the subscriber's number, or their own if the plan gives everyone one. */
export interface CardDetails {
  readonly brand: string
  readonly memberNumber: string
  /** `yyyy-mm-dd`. */
  readonly dateOfBirth: string
}

/**
 * Accounts of members with this date of birth whose own card has the number, in any brand, or whose contract has it, in the page's brand or
 * in a brand where someone's own card has it. A member's first account comes first.
 */
export async function listOwnersByCard(
  db: Reader,
  { brand, memberNumber, dateOfBirth }: CardDetails,
): Promise<(OwnerRow & { readonly is_own: boolean })[]> {
  return db
    .selectFrom('account')
    .innerJoin('member', 'member.member_id', 'account.member_id')
    .select(ownerColumns.map((column) => `account.${column}` as const))
    .select((eb) => eb('member.member_number', '=', memberNumber).$castTo<boolean>().as('is_own'))
    .where(
      'member.member_id',
      '=',
      sql<string>`any(array(
        select own.member_id from member own where own.member_number = ${memberNumber}
        union select other.member_id from member other
          where other.contract_number = ${memberNumber} and other.brand = any(array(
            select ${brand}::text union select holder.brand from member holder where holder.member_number = ${memberNumber}))))`,
    )
    .where('member.date_of_birth', '=', dateOfBirth)
    .where('role', '=', 'MEMBER')
    .where('password_hash', '!=', closedPassword)
    .orderBy('account.created_at')
    .orderBy('account.account_id')
    .execute()
}

/** Stores a new account; false if the login ID is taken. */
export async function insertAccount(tx: Tx, account: Insertable<Tables['account']>): Promise<boolean> {
  const stored = await tx
    .insertInto('account')
    .values(account)
    .onConflict((conflict) => conflict.column('login_id').doNothing())
    .returning('account_id')
    .executeTakeFirst()
  return stored !== undefined
}

/** The person's last known name in an organization's directory; null if there is none. */
export async function findKnownAs(db: Reader, accountId: string): Promise<string | null> {
  const row = await db
    .selectFrom('identity_link')
    .select('known_as')
    .where('account_id', '=', accountId)
    .where('known_as', 'is not', null)
    .orderBy('used_at', 'desc')
    .executeTakeFirst()
  return row?.known_as ?? null
}

/** The account's stored password hash; null if there is no such account. */
export async function findPasswordHash(db: Reader, accountId: string): Promise<string | null> {
  const row = await db
    .selectFrom('account')
    .select('password_hash')
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  return row?.password_hash ?? null
}
