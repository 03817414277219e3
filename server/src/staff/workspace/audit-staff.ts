import { audit } from '../../platform/audit/store.ts'
import type { Tx } from '../../platform/db/database.ts'
import type { CallContext } from '../../platform/http/context.ts'
import type { Principal } from '../../platform/http/principal.ts'
import type { WorkLine } from './store.ts'

/** A member's conversation that staff read or change, or a list that they read. */
type Seen = { readonly memberId: string; readonly threadId: string } | { readonly list: string }

/** Audits what staff read or did (MC-6). */
export function auditStaff(
  tx: Tx,
  context: CallContext<Principal>,
  action: string,
  seen: readonly Seen[],
): Promise<void> {
  const events = seen.map((one) => ({
    action: `workspace.${action}`,
    ...('list' in one
      ? { memberId: null, recordType: 'queue', recordId: one.list }
      : { memberId: one.memberId, recordType: 'thread', recordId: one.threadId }),
  }))
  return audit(tx, context.principal, events, context)
}

/** The same for one conversation. */
export function auditConversation(
  tx: Tx,
  context: CallContext<Principal>,
  action: string,
  { member_id: memberId, thread_id: threadId }: Pick<WorkLine, 'member_id' | 'thread_id'>,
): Promise<void> {
  return auditStaff(tx, context, action, [{ memberId, threadId }])
}
