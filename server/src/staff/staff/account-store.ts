import type { Language } from '@portico/contract/page'
import { sql } from 'kysely'
import { selectIdsWithNumber } from '../../member/member/number-statement.ts'
import type { Reader, Tx } from '../../platform/db/database.ts'

/** The account of a member, a prospect or an agent, as administrators see it (AD-3). */
export interface MemberAccount {
  readonly accountId: string
  readonly loginId: string
  readonly firstName: string
  readonly lastName: string
  readonly email: string | null
  readonly brand: string
  readonly role: 'MEMBER' | 'AGENT' | 'AGENCY_ADMIN' | 'PROS' | 'VISITOR'
  readonly memberId: string | null
  readonly memberNumber: string | null
  readonly lockedAt: Date | null
  readonly passwordDue: boolean
  readonly passwordChangedAt: Date
  readonly secondFactor: boolean
  readonly language: Language | null
}

const maxFound = 20

/** Closed accounts, whose login IDs contain a blank, are left out. */
const columns = sql`select account_id as "accountId", login_id as "loginId", account.first_name as "firstName",
    account.last_name as "lastName", email, account.brand, role, account.member_id as "memberId",
    member.member_number as "memberNumber", locked_at as "lockedAt",
    temporary_password or security_strength_enforcement = 'FORCED' as "passwordDue",
    password_changed_at as "passwordChangedAt", page_language as language,
    exists (select from authenticator where authenticator.account_id = account.account_id and confirmed_at is not null)
      or exists (select from passkey where passkey.account_id = account.account_id) as "secondFactor"
  from account left join member on member.member_id = account.member_id
  where role <> 'INTERNAL' and strpos(login_id, ' ') = 0`

const conditions = {
  'login-id': (text: string) => sql`login_id = ${text}`,
  'member-number': (text: string) => sql`account.member_id in (${selectIdsWithNumber([text])})`,
  email: (text: string) => sql`lower(email) = ${text.toLowerCase()}`,
} as const

export async function findMemberAccounts(
  db: Reader,
  { by, text, brands }: { by: keyof typeof conditions; text: string; brands: readonly string[] | null },
): Promise<MemberAccount[]> {
  const within = brands === null ? sql`true` : sql`account.brand = any(${[...brands]}::text[])`
  const { rows } = await sql<MemberAccount>`${columns} and ${conditions[by](text)} and ${within}
    order by login_id limit ${maxFound}`.execute(db)
  return rows
}

export async function findMemberAccount(db: Reader, accountId: string): Promise<MemberAccount | null> {
  const { rows } = await sql<MemberAccount>`${columns} and account_id = ${accountId}`.execute(db)
  return rows[0] ?? null
}

export async function setLocked(tx: Tx, accountId: string, lockedAt: Date | null): Promise<void> {
  await tx.updateTable('account').set({ locked_at: lockedAt }).where('account_id', '=', accountId).execute()
}

/** How many wrong passwords there were, from anywhere, and how long they lock the login ID. */
export async function readGuesses(
  db: Reader,
  loginId: string,
): Promise<{ readonly failures: number; readonly lockedUntil: Date | null }> {
  const row = await db
    .selectFrom('sign_in_limit')
    .select(['failures', 'locked_until'])
    .where('kind', '=', 'login')
    .where('key', '=', loginId)
    .executeTakeFirst()
  return { failures: row?.failures ?? 0, lockedUntil: row?.locked_until ?? null }
}

/** The last refused attempts, newest first. */
export async function listFailures(
  db: Reader,
  accountId: string,
  max: number,
): Promise<{ readonly at: Date; readonly action: string; readonly address: string }[]> {
  return db
    .selectFrom('audit_event')
    .select(['at', 'action', 'address'])
    .where('record_id', '=', accountId)
    .where('actor_account_id', 'is', null)
    .where('record_type', '=', 'account')
    .where('action', 'like', 'sign-in %')
    .orderBy('at', 'desc')
    .limit(max)
    .execute()
}
