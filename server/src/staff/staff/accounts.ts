import * as calls from '@portico/contract/calls/administration'
import type { Binder } from '../../platform/http/bind.ts'
import type { AccountParts } from './account-parts.ts'
import { endSessions, lockMemberAccount, sendAccountLink } from './change-accounts.ts'
import { findAccounts, openAccountRecord } from './find-accounts.ts'

/**
 * Accounts of members (AD-3), and what works the same for staff accounts: sessions, and the link for a password. All throw
 * WRONG-ROLE for staff who are not administrators, and NOT-FOUND for accounts of other brands. They show no passwords and no health data.
 */
export function bindAccounts(binder: Binder, parts: AccountParts): void {
  binder.bind(calls.findAccounts, (input, context) => findAccounts(parts, input, context))
  binder.bind(calls.openAccountRecord, (input, context) => openAccountRecord(parts, input, context))
  binder.bind(calls.lockMemberAccount, lockMemberAccount(parts))
  binder.bind(calls.sendAccountLink, (input, context) => sendAccountLink(parts, input, context))
  binder.bind(calls.endAccountSessions, ({ params }, context) => endSessions(parts, context, params.accountId, null))
  binder.bind(calls.endAccountSession, ({ params }, context) =>
    endSessions(parts, context, params.accountId, params.sessionId),
  )
}
