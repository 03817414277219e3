import type { Language } from '@portico/contract/page'
import { executeKept, type Reader, type Tx } from '../../platform/db/database.ts'
import { CallError } from '../../platform/http/call-error.ts'
import { type Account, findAccount } from './account-statement.ts'
import {
  type CardDetails,
  findAccountsByEmail,
  findMemberAccounts,
  findOwnerByLogin,
  listOwnersByCard,
  noteLanguage,
} from './account-store.ts'
import { type PersonColumn, selectPerson } from './person-statement.ts'

/** Account data that other parts of the portal may read. */
export interface Person {
  readonly firstName: string
  readonly lastName: string
  /** Their preferred name. */
  readonly nickName: string | null
  readonly actorType: string
  /** A staff member's entitlements besides their role. */
  readonly entitlements: readonly string[]
  /** Language of the page that they used last; null before the first. */
  readonly language: Language | null
}

export { findOwnMember } from './account-store.ts'

/** The person behind an account; empty values for a deleted one. */
export async function findPerson(db: Reader, accountId: string): Promise<Person> {
  return toPerson((await executeKept(db, selectPerson(db, accountId)))[0])
}

export function toPerson(account: Pick<Account, PersonColumn> | undefined): Person {
  return {
    firstName: account?.first_name ?? '',
    lastName: account?.last_name ?? '',
    nickName: account?.nick_name ?? null,
    actorType: account?.actor_type ?? '',
    entitlements: account?.entitlements ?? [],
    language: account?.page_language ?? null,
  }
}

/** Records the language of the page that a person uses, which is also the language of their e-mails. */
export function notePageLanguage(tx: Tx, accountId: string, language: Language): Promise<void> {
  return noteLanguage(tx, accountId, language)
}

/** Facts that decide the security of an account. Throws for a deleted one. */
export async function accountFacts(
  db: Reader,
  accountId: string,
): Promise<{ readonly brand: string; readonly passwordChangedAt: Date }> {
  const account = await findAccount(db, accountId)
  if (account === undefined) throw new CallError('NO-SESSION')
  return { brand: account.brand, passwordChangedAt: account.password_changed_at }
}

/** A member's e-mail addresses, one per account, each with the language last used in the portal. */
export async function listAddressees(
  db: Reader,
  memberId: string,
): Promise<
  {
    readonly accountId: string
    readonly email: string | null
    readonly brand: string
    readonly memberId: string | null
    readonly language: Language | null
  }[]
> {
  const accounts = await findMemberAccounts(db, memberId)
  return accounts.map(({ account_id, email, brand, page_language: language }) => ({
    accountId: account_id,
    email,
    brand,
    memberId,
    language,
  }))
}

/** A member's preferred name, from their first account that has one; null if none does. */
export async function findNickName(db: Reader, memberId: string): Promise<string | null> {
  const accounts = await findMemberAccounts(db, memberId)
  return accounts.find(({ nick_name }) => nick_name !== null)?.nick_name ?? null
}

/** A member's phone number, from their first account that has one; null if none does. */
export async function findPhone(db: Reader, memberId: string): Promise<string | null> {
  const accounts = await findMemberAccounts(db, memberId)
  return accounts.find(({ phone }) => phone !== null)?.phone ?? null
}

/** The login ID of a member's account; null if they have none. */
export async function findLoginId(db: Reader, memberId: string): Promise<string | null> {
  const [account] = await findMemberAccounts(db, memberId)
  return account?.login_id ?? null
}

/** The e-mail address and language of an account's owner; none for a deleted account. */
export async function findAddressee(
  db: Reader,
  accountId: string,
): Promise<Awaited<ReturnType<typeof listAddressees>>[number]> {
  const account = await findAccount(db, accountId)
  const { email = null, brand = '', member_id: memberId = null, page_language: language = null } = account ?? {}
  return { accountId, email, brand, memberId, language }
}

/** The owner and e-mail address of an account, for recovery (RG-2). */
export interface Owner {
  readonly accountId: string
  readonly loginId: string
  readonly memberId: string | null
  readonly brand: string
  readonly email: string | null
}

/** The owner of an account; null for a deleted one. */
export async function ownerOfAccount(
  db: Reader,
  accountId: string,
): Promise<Pick<Owner, 'loginId' | 'memberId' | 'brand'> | null> {
  const account = await findAccount(db, accountId)
  return account ? { loginId: account.login_id, memberId: account.member_id, brand: account.brand } : null
}

/** The login ID of an account known to exist. */
export async function readLoginId(db: Reader, accountId: string): Promise<string> {
  const account = await findAccount(db, accountId)
  if (account === undefined) throw new CallError('CHALLENGE-EXPIRED')
  return account.login_id
}

/** Everyone with an e-mail address, ignoring case. */
export async function ownersOfEmail(db: Reader, email: string): Promise<Owner[]> {
  return (await findAccountsByEmail(db, email)).map(toOwner)
}

/** Null if no account has the login ID. */
export async function ownerOfLogin(db: Reader, loginId: string): Promise<Owner | null> {
  const account = await findOwnerByLogin(db, loginId)
  return account ? toOwner(account) : null
}

/**
 * The member with an account whom a card identifies; the number's own holder comes before others on the contract. Null if there is none, or
 * if several cannot be told apart.
 */
export async function ownerOfCard(db: Reader, card: CardDetails): Promise<Owner | null> {
  const accounts = await listOwnersByCard(db, card)
  const own = accounts.filter(({ is_own }) => is_own)
  const [first, ...others] = own.length > 0 ? own : accounts
  const isOne = first !== undefined && others.every(({ member_id }) => member_id === first.member_id)
  return isOne ? toOwner(first) : null
}

function toOwner(account: Awaited<ReturnType<typeof findAccountsByEmail>>[number]): Owner {
  const { account_id: accountId, login_id: loginId, member_id: memberId, brand, email } = account
  return { accountId, loginId, memberId, brand, email }
}
