import { v7 as uuidv7 } from 'uuid'
import type { Tx } from '../db/database.ts'

/** Who did what, to which record, from where, with what outcome. Never what the record says. */
export interface AuditEvent {
  readonly actor: { readonly accountId: string; readonly loginId: string; readonly sessionId: string } | null
  /** The member whose data was read or changed. */
  readonly memberId: string | null
  /** e.g. `sign-in`, `message.send`, `claims.read` */
  readonly action: string
  readonly recordType: string
  readonly recordId: string | null
  readonly outcome: 'done' | 'refused' | 'failed'
  readonly origin: Origin
}

/** Where a request came from. */
export interface Origin {
  readonly address: string
  readonly requestId: string
}

/** Writes one event in the transaction of the read or change that it tells of. */
export function recordAudit(tx: Tx, event: AuditEvent, now: Date): Promise<void> {
  return recordAudits(tx, [event], now)
}

/** Writes an event a record, for a change of several at once. */
export async function recordAudits(tx: Tx, events: readonly AuditEvent[], now: Date): Promise<void> {
  const rows = events.map((event) => ({
    event_id: uuidv7(),
    at: now,
    actor_account_id: event.actor?.accountId ?? null,
    actor_login_id: event.actor?.loginId ?? null,
    session_id: event.actor?.sessionId ?? null,
    member_id: event.memberId,
    action: event.action,
    record_type: event.recordType,
    record_id: event.recordId,
    outcome: event.outcome,
    address: event.origin.address,
    request_id: event.origin.requestId,
  }))
  await tx.insertInto('audit_event').values(rows).execute()
}
