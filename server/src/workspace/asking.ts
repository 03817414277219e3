import type { Language } from '@portico/contract/page'
import { type Origin, recordAudits } from '../audit/store.ts'
import type { Tx } from '../db/database.ts'
import type { Principal } from '../http/principal.ts'

/** Which member of staff asks, from where, in which language. */
export interface Asking {
  readonly principal: Principal
  readonly origin: Origin
  readonly language: Language
  readonly now: Date
}

/** A conversation of a member that staff look at or change, or a list that they see. */
type Seen = { readonly memberId: string; readonly threadId: string } | { readonly list: string }

/** Writes down who of the staff saw or did what (MC-6). */
export function auditStaff(
  tx: Tx,
  { principal, origin, now }: Asking,
  action: string,
  seen: readonly Seen[],
): Promise<void> {
  const events = seen.map((one) => ({
    actor: principal,
    action: `workspace.${action}`,
    ...('list' in one
      ? { memberId: null, recordType: 'queue', recordId: one.list }
      : { memberId: one.memberId, recordType: 'thread', recordId: one.threadId }),
    outcome: 'done' as const,
    origin,
  }))
  return recordAudits(tx, events, now)
}
