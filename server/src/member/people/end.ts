import type { Sessions } from '../../identity/sessions/sessions.ts'
import { endViewings } from '../../identity/sessions/viewing.ts'
import { type AuditContext, audit } from '../../platform/audit/store.ts'
import type { Tx } from '../../platform/db/database.ts'
import type { Principal } from '../../platform/http/principal.ts'
import { type Access, lockAllOpen, updateAccess } from './store.ts'

/** Ends all access that a closed account has given or received. Audited under the member whose information it is about. */
export async function endAllAccess(tx: Tx, sessions: Sessions, principal: Principal, at: AuditContext): Promise<void> {
  for (const access of await lockAllOpen(tx, principal)) {
    await shutAccess(tx, sessions, access, at)
    const { access_id: recordId, member_id: memberId } = access
    await audit(tx, principal, { action: 'access.end', recordType: 'access', recordId, memberId }, at)
  }
}

export async function shutAccess(tx: Tx, sessions: Sessions, access: Access, at: AuditContext): Promise<void> {
  await updateAccess(tx, access.access_id, { state: 'ended', ticket_hash: null, answer_by: null }, at.now)
  await endViewingsThrough(tx, sessions, access, at)
}

export async function endViewingsThrough(
  tx: Tx,
  sessions: Sessions,
  { account_id, member_id }: Access,
  at: AuditContext,
) {
  if (account_id !== null) await endViewings(tx, sessions, { accountId: account_id, memberId: member_id }, at)
}
