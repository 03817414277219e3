import * as calls from '@portico/contract/calls/administration'
import type { Binder } from '../../platform/http/bind.ts'
import type { AccountParts } from './account-parts.ts'
import { endSessions, lockMemberAccount, sendAccountLink } from './change-accounts.ts'
import { findAccounts, openAccountRecord } from './find-accounts.ts'

/**
 * Accounts of members (AD-3), and what works the same for staff accounts: sessions, and the link for a password. All throw WRONG-ROLE
 * for staff who are not administrators, and NOT-FOUND for accounts of other brands. They show no passwords and no health data.
 */
export function bindAccounts(binder: Binder, parts: AccountParts): void {
  binder.bind(calls.findAccounts, findAccounts)
  binder.bind(calls.openAccountRecord, openAccountRecord(parts))
  binder.bind(calls.lockMemberAccount, lockMemberAccount(parts))
  binder.bind(calls.sendAccountLink, sendAccountLink(parts))
  binder.bind(calls.endAccountSessions, ({ params }, context, tx) =>
    endSessions(parts, tx, context, { ...params, sessionId: null }),
  )
  binder.bind(calls.endAccountSession, ({ params }, context, tx) => endSessions(parts, tx, context, params))
}
