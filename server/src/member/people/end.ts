import type { Sessions } from '../../identity/sessions/sessions.ts'
import { endViewings } from '../../identity/sessions/viewing.ts'
import { type AuditContext, audit } from '../../platform/audit/store.ts'
import type { Tx } from '../../platform/db/database.ts'
import type { Principal } from '../../platform/http/principal.ts'
import { type Access, lockAllOpen, updateAccess } from './store.ts'

/** Ends all access that a closed account has given and has been given. */
export async function endAllAccess(tx: Tx, sessions: Sessions, principal: Principal, at: AuditContext): Promise<void> {
  for (const access of await lockAllOpen(tx, principal)) await closeAccess(tx, sessions, principal, access, at)
}

export async function closeAccess(
  tx: Tx,
  sessions: Sessions,
  principal: Principal,
  access: Access,
  at: AuditContext,
): Promise<void> {
  await shutAccess(tx, sessions, access, at)
  await recordAccess(tx, principal, 'access.end', access, at)
}

/** The same, where the call itself is audited as ending it. */
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

/** Audits under the member whose information it is about, whoever does it. */
export function recordAccess(
  tx: Tx,
  principal: Principal,
  action: string,
  { access_id: recordId, member_id: memberId }: Pick<Access, 'access_id' | 'member_id'>,
  at: AuditContext,
): Promise<void> {
  return audit(tx, principal, { action, recordType: 'access', recordId, memberId }, at)
}
