import { type Scope, worksFor } from '../../identity/rights/scope.ts'
import { audit } from '../../platform/audit/store.ts'
import type { Reader, Tx } from '../../platform/db/database.ts'
import { CallError } from '../../platform/http/call-error.ts'
import type { CallContext } from '../../platform/http/context.ts'
import type { Principal } from '../../platform/http/principal.ts'
import { findMemberAccount, type MemberAccount } from './account-store.ts'

/** Throws NOT-FOUND for an account of another brand, as if it did not exist. */
export async function requireMemberAccount(db: Reader, scope: Scope, accountId: string): Promise<MemberAccount> {
  const account = await findMemberAccount(db, accountId)
  if (account === null || !worksFor(scope, account.brand)) throw new CallError('NOT-FOUND')
  return account
}

export function recordAccount(
  tx: Tx,
  context: CallContext<Principal>,
  action: string,
  { accountId, memberId }: MemberAccount,
): Promise<void> {
  return audit(tx, context.principal, { action, recordType: 'member-account', recordId: accountId, memberId }, context)
}
