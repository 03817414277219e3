import { v7 as uuidv7 } from 'uuid'
import type { Tx } from '../db/database.ts'
import type { Tables } from '../db/tables.ts'
import type { Principal } from '../http/principal.ts'

/** Who did what, to which record, from where, with what outcome. Never what the record says. */
export interface AuditEvent {
  /** Whose session it was; where a rep acts for the person, both are written down (CS-1). Null: no one was signed in. */
  readonly actor: Pick<Principal, 'accountId' | 'loginId' | 'sessionId' | 'actor'> | null
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
    ...whoAndAsWhom(event.actor),
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

type Column = keyof Tables['audit_event']
type Required =
  | 'event_id'
  | 'at'
  | 'member_id'
  | 'action'
  | 'record_type'
  | 'record_id'
  | 'outcome'
  | 'address'
  | 'request_id'

/** The part of a larger statement that writes events: an SQL expression for each column, and where they come from. */
export function auditInsert(event: Record<Required, string> & { [Name in Column]?: string }, from: string): string {
  return `insert into audit_event (${Object.keys(event).join(', ')}) select ${Object.values(event).join(', ')} from ${from}`
}

/** The columns that say who, from SQL expressions for an account and for who acts for it, which may be null. */
export function actorColumns(account: Named, actor: Named) {
  const acts = `${actor.id} <> ${account.id}`
  return {
    actor_account_id: `coalesce(${actor.id}, ${account.id})`,
    actor_login_id: `coalesce(${actor.loginId}, ${account.loginId})`,
    as_account_id: `case when ${acts} then ${account.id} end`,
    as_login_id: `case when ${acts} then ${account.loginId} end`,
  }
}

interface Named {
  readonly id: string
  readonly loginId: string
}

function whoAndAsWhom(principal: AuditEvent['actor']) {
  const { accountId = null, loginId = null, sessionId = null, actor = null } = principal ?? {}
  return {
    session_id: sessionId,
    actor_account_id: actor?.accountId ?? accountId,
    actor_login_id: actor?.loginId ?? loginId,
    // Whoever looks at another's information does it as themselves: the member is told apart by their own column (RG-3).
    as_account_id: actor && actor.accountId !== accountId ? accountId : null,
    as_login_id: actor && actor.accountId !== accountId ? loginId : null,
  }
}
