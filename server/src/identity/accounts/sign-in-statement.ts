import { createStatement, statement } from '../../platform/db/database.ts'
import { closedPassword } from '../../platform/db/personal-data.ts'
import type { AttemptKeys } from '../../platform/limits/attempt-statement.ts'
import type { Account } from './account-statement.ts'

/** Columns that a sign-in needs, and nothing else about the person. */
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
  'locked_at',
  'ended_at',
] as const

export type SignInAccount = Pick<Account, (typeof signInColumns)[number]>

/** An account with the member data that its sign-in depends on; those columns are null for someone who is not a member. */
export interface AccountWithMember extends SignInAccount {
  readonly member_brand: string | null
  readonly chip: boolean | null
  readonly member_date_of_birth: string | null
  readonly guardian_verified_on: string | null
  /** Whether an authenticator app makes the password alone insufficient (RG-4). */
  readonly second_factor: boolean
  /** Whether they sign in through the plan's own identity provider (OS-61). */
  readonly linked: boolean
}

/** Columns of `account` and, left joined, `member`. */
export const attributes = `${signInColumns.map((column) => `account.${column}`).join(', ')}, member.brand as member_brand,
  member.chip, member.guardian_verified_on, member.date_of_birth as member_date_of_birth,
  exists (select from authenticator where authenticator.account_id = account.account_id and confirmed_at is not null)
    as second_factor,
  exists (select from identity_link where identity_link.account_id = account.account_id and subject is not null) as linked`

/** No login ID finds a closed account, not even its placeholder (RG-3). */
const isOpen = `account.password_hash <> '${closedPassword}'`

export const byLogin = statement<AccountWithMember>(
  'account-by-login',
  `select ${attributes} from account left join member on member.member_id = account.member_id
  where login_id = $1 and ${isOpen}`,
)

export const byId = statement<AccountWithMember>(
  'account-by-id',
  `select ${attributes} from account left join member on member.member_id = account.member_id where account_id = $1`,
)

/** An account, or nulls if there is none, with what the limits say about an attempt. */
type AttemptRow = { readonly [Column in keyof AccountWithMember]: AccountWithMember[Column] | null } & {
  readonly pair_locked_until: Date | null
  readonly pair_succeeded_at: Date | null
  readonly login_failures: number | null
  readonly login_locked_until: Date | null
  readonly address_failures: number | null
  readonly address_first_failure_at: Date | null
}

export const forAttempt = createStatement<AttemptRow, AttemptKeys & { readonly loginId: string }>(
  'account-for-attempt',
  `select ${attributes},
    pair.locked_until as pair_locked_until, pair.succeeded_at as pair_succeeded_at,
    login.failures as login_failures, login.locked_until as login_locked_until,
    address.failures as address_failures, address.first_failure_at as address_first_failure_at
  from (values (true)) as always
  left join account on login_id = :loginId and ${isOpen}
  left join member on member.member_id = account.member_id
  left join sign_in_limit pair on pair.kind = 'pair' and pair.key = :pairKey
  left join sign_in_limit login on login.kind = 'login' and login.key = :loginKey
  left join sign_in_limit address on address.kind = 'address' and address.key = :networkKey`,
)
