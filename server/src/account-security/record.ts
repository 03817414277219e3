import { recordAudit } from '../audit/store.ts'
import type { Tx } from '../db/database.ts'
import type { CallContext } from '../http/context.ts'
import type { Principal } from '../http/principal.ts'

/** Writes down that someone read or changed something of their own account's security, in the transaction of a change. */
export function recordOwn(
  tx: Tx,
  principal: Principal,
  event: {
    readonly action: string
    readonly recordType?: string
    readonly recordId?: string
    readonly outcome?: 'done' | 'refused'
  },
  { origin, now }: Pick<CallContext, 'origin' | 'now'>,
): Promise<void> {
  const { action, recordType = 'account', recordId = principal.accountId, outcome = 'done' } = event
  const { memberId } = principal
  return recordAudit(tx, { action, recordType, recordId, outcome, actor: principal, memberId, origin }, now)
}
