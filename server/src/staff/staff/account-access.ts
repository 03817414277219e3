import { type Scope, worksFor } from '../../identity/rights/scope.ts'
import type { Reader } from '../../platform/db/database.ts'
import { CallError } from '../../platform/http/call-error.ts'
import { findMemberAccount, type MemberAccount } from './account-store.ts'

/** Throws NOT-FOUND for an account of another brand, as if it did not exist. */
export async function requireMemberAccount(db: Reader, scope: Scope, accountId: string): Promise<MemberAccount> {
  const account = await findMemberAccount(db, accountId)
  if (account === null || !worksFor(scope, account.brand)) throw new CallError('NOT-FOUND')
  return account
}
