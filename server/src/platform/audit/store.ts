import { executeKept, type Tx } from '../db/database.ts'
import type { Tables } from '../db/tables.ts'
import type { MemberPrincipal, Principal } from '../http/principal.ts'
import { newId } from '../ids.ts'
import { leaveToEnd } from './reads.ts'

/** What was done to which record, and the outcome. Never holds the record's content. */
export type AuditEvent = {
  /** e.g. `sign-in`, `message.send`, `claims.read` */
  readonly action: string
  /** The member whose data was read or changed; by default the member who acted. */
  readonly memberId?: string | null
  /** Default: done. */
  readonly outcome?: 'done' | 'refused' | 'failed'
} & (
  | { readonly recordType: string; readonly recordId: string | null }
  /** By default the account that acted. */
  | { readonly recordType?: undefined; readonly recordId?: undefined }
)

/** The session's owner; if a rep acts for the person, both are recorded (CS-1). */
type AuditActor = Pick<Principal, 'accountId' | 'loginId' | 'sessionId' | 'memberId' | 'actor'> | SystemActor

/** A plan's system without an account, by name (OS-67). */
export interface SystemActor {
  readonly accountId: null
  readonly loginId: string
  readonly sessionId: null
  readonly memberId: null
  readonly actor: null
}

/** When and from where a request came. */
export interface AuditContext {
  readonly origin: Origin
  readonly now: Date
}

/** Where a request came from. */
export interface Origin {
  readonly address: string
  readonly requestId: string
}

/** As many events as most calls write at once. */
const fewEvents = 2

/**
 * Records what someone did, in the transaction of the change, or at the end of `readAudited`; takes one event or several. A null actor
 * means that no one was signed in.
 */
export async function audit(
  tx: Tx,
  actor: AuditActor | null,
  events: AuditEvent | readonly AuditEvent[],
  { origin, now }: AuditContext,
): Promise<void> {
  const rows = [events].flat().map((event) => auditRow(actor, event, { origin, now }))
  if (rows.length === 0 || leaveToEnd(tx, rows)) return
  const insert = tx.insertInto('audit_event').values(rows)
  if (rows.length <= fewEvents) await executeKept(tx, insert)
  else await insert.execute()
}

/** Records an action of a member's own session on the member's record as a whole. */
export function auditMember(tx: Tx, principal: MemberPrincipal, action: string, context: AuditContext): Promise<void> {
  return audit(tx, principal, { action, recordType: 'member', recordId: principal.memberId }, context)
}

export type AuditRow = ReturnType<typeof auditRow>

/** An event as the log holds it. */
export function auditRow(actor: AuditActor | null, event: AuditEvent, { origin, now }: AuditContext) {
  return {
    event_id: newId(),
    at: now,
    ...actorFields(actor),
    member_id: event.memberId === undefined ? (actor?.memberId ?? null) : event.memberId,
    action: event.action,
    record_type: event.recordType ?? 'account',
    record_id: event.recordType === undefined ? (actor?.accountId ?? null) : event.recordId,
    outcome: event.outcome ?? 'done',
    address: origin.address,
    request_id: origin.requestId,
  }
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

/** The part of a larger statement that writes events: an SQL expression for each column, and their source. */
export function auditInsert(event: Record<Required, string> & { [Name in Column]?: string }, from: string): string {
  return `insert into audit_event (${Object.keys(event).join(', ')}) select ${Object.values(event).join(', ')} from ${from}`
}

/** The actor columns, from SQL expressions for an account and for the account that acts for it, which may be null. */
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

function actorFields(principal: AuditActor | null) {
  const { accountId = null, loginId = null, sessionId = null, actor = null } = principal ?? {}
  return {
    session_id: sessionId,
    actor_account_id: actor?.accountId ?? accountId,
    actor_login_id: actor?.loginId ?? loginId,
    // A person looking at another's information acts as themselves: the member has a separate column (RG-3).
    as_account_id: actor && actor.accountId !== accountId ? accountId : null,
    as_login_id: actor && actor.accountId !== accountId ? loginId : null,
  }
}
