import type { PhoneType } from '@portico/rules/validation/phone-type'
import { v7 as uuidv7 } from 'uuid'
import type { Reader, Tx } from '../../platform/db/database.ts'
import { findMemberAccounts, insertAccount } from './account-store.ts'

/** Data of a member's or prospect's new account (RG-1). */
export interface NewAccount {
  readonly loginId: string
  readonly passwordHash: string
  readonly role: 'MEMBER' | 'PROS'
  readonly brand: string
  readonly storeId: string
  readonly memberId: string | null
  readonly firstName: string
  readonly lastName: string
  /** ISO. */
  readonly dateOfBirth: string
  readonly email: string
  readonly phone: string
  readonly phoneType: PhoneType | null
  readonly city: string | null
  readonly state: string | null
  readonly zipCode: string
  readonly county: string | null
  readonly market: string | null
}

/** Opens an account and returns its id; null if the login ID is taken. */
export async function openAccount(tx: Tx, account: NewAccount): Promise<string | null> {
  const accountId = uuidv7()
  const stored = await insertAccount(tx, {
    account_id: accountId,
    login_id: account.loginId,
    password_hash: account.passwordHash,
    role: account.role,
    actor_type: account.role,
    brand: account.brand,
    member_id: account.memberId,
    first_name: account.firstName,
    last_name: account.lastName,
    date_of_birth: account.dateOfBirth,
    email: account.email,
    phone: account.phone,
    phone_type: account.phoneType,
    city: account.city,
    state: account.state,
    zip_code: account.zipCode,
    county: account.county,
    market: account.market,
    preferred_store: account.storeId,
    temporary_password: false,
    security_strength_enforcement: 'NONE',
    employee: false,
    directory_out_of_step: false,
  })
  return stored ? accountId : null
}

/** Whether a member already has an account. */
export async function isRegistered(db: Reader, memberId: string): Promise<boolean> {
  return (await findMemberAccounts(db, memberId)).length > 0
}
