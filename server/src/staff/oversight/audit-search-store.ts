import { sql } from 'kysely'
import { selectIdsWithNumber } from '../../member/member/number-statement.ts'
import type { Reader } from '../../platform/db/database.ts'
import type { Cursor } from '../../platform/http/cursor.ts'

/** A search in the audit log (AD-4); all given conditions must match. */
export interface AuditFilter {
  /** Login ID of the person who did it, or for whom it was done. */
  readonly person: string | null
  readonly memberNumber: string | null
  readonly recordId: string | null
  /** The action, or the beginning of one, e.g. `claim`. */
  readonly action: string | null
  /** From this moment on, up to but excluding `until`. */
  readonly from: Date | null
  readonly until: Date | null
  /** Codes of the brands whose events are shown; null for all. */
  readonly brands: readonly string[] | null
}

export interface FoundEvent {
  readonly eventId: string
  readonly at: Date
  readonly by: string | null
  readonly as: string | null
  readonly sessionId: string | null
  readonly memberNumber: string | null
  readonly action: string
  readonly recordType: string
  readonly recordId: string | null
  readonly outcome: 'done' | 'refused' | 'failed'
  readonly address: string
  readonly requestId: string
  readonly times: number | null
  readonly seq: number | null
}

/** The longest time between an event and its writing, in ms. */
const slackMs = 60_000

/**
 * Events by the time of writing, newest first, at most `max` before a position. Their ids begin with that time, so the primary key
 * finds a day; people and members have indexes of their own.
 */
export async function searchEvents(
  db: Reader,
  { filter, before, max }: { readonly filter: AuditFilter; readonly before: Cursor | null; readonly max: number },
): Promise<FoundEvent[]> {
  const { person, memberNumber, recordId, action, from, until, brands } = filter
  const conditions = [
    ...(before === null ? [] : [sql`event.event_id < ${before.id}::uuid`]),
    ...(from === null ? [] : [sql`event.at >= ${from} and event.event_id >= ${idAt(from.getTime() - slackMs)}::uuid`]),
    ...(until === null ? [] : [sql`event.at < ${until} and event.event_id < ${idAt(until.getTime() + slackMs)}::uuid`]),
    ...(recordId === null ? [] : [sql`event.record_id = ${recordId}`]),
    ...(action === null ? [] : [sql`starts_with(event.action, ${action})`]),
    ...(memberNumber === null ? [] : [sql`event.member_id in (${selectIdsWithNumber([memberNumber])})`]),
    ...(person === null
      ? []
      : [
          sql`(event.actor_account_id in (select account_id from account where login_id = ${person})
            or event.as_account_id in (select account_id from account where login_id = ${person})
            or (event.actor_account_id is null and event.record_id in
              (select account_id::text from account where login_id = ${person} union all select ${person})))`,
        ]),
    ...(brands === null ? [] : [ofBrands(brands)]),
  ]
  const { rows } = await sql<FoundEvent>`
    select event.event_id as "eventId", event.at, event.actor_login_id as by, event.as_login_id as "as",
      event.session_id as "sessionId",
      (select member_number from member where member.member_id = event.member_id) as "memberNumber", event.action,
      event.record_type as "recordType", event.record_id as "recordId", event.outcome, event.address,
      event.request_id as "requestId", event.times,
      coalesce(event.seq, (select seq from audit_seal where audit_seal.event_id = event.event_id)) as seq
    from audit_event event
    ${conditions.length === 0 ? sql`` : sql`where ${sql.join(conditions, sql` and `)}`}
    order by event.event_id desc limit ${max}`.execute(db)
  return rows
}

/** Events about members of these brands, or else by people of these brands; only people who see every brand see events of nobody. */
function ofBrands(brands: readonly string[]) {
  const list = sql`${[...brands]}::text[]`
  return sql`case when event.member_id is not null
      then exists (select from member where member.member_id = event.member_id and member.brand = any(${list}))
      else exists (select from account where account.account_id = coalesce(event.as_account_id, event.actor_account_id)
        and account.brand = any(${list})) end`
}

/** The smallest id at a moment (UUIDv7). */
function idAt(ms: number): string {
  const hex = Math.max(0, Math.floor(ms)).toString(16).padStart(12, '0')
  return `${hex.slice(0, 8)}-${hex.slice(8)}-0000-0000-000000000000`
}
