import { sql } from 'kysely'
import type { Reader } from '../db/database.ts'
import type { SignInMethod } from '../db/tables.ts'
import type { Cursor } from '../http/cursor.ts'

/** One event of an account's history, as the log holds it. */
export interface AccountEvent {
  readonly eventId: string
  readonly at: Date
  readonly action: string
  readonly outcome: 'done' | 'refused' | 'failed'
  readonly sessionId: string | null
  readonly address: string
  /**
   * `person`: in a session of the account; `stranger`: without one; `staff`: by customer service; `other`: by someone who has, or was
   * offered, access to the person's information (RG-3).
   */
  readonly by: 'person' | 'stranger' | 'staff' | 'other'
  /** For `other`, the person's name, null if their account is closed; for `staff`, the rep's first name; otherwise null. */
  readonly person: string | null
  /** The rep's stated reason for acting as the person; null if none is required. */
  readonly reason: string | null
  /** User agent of the session; null without one. */
  readonly userAgent: string | null
  readonly method: SignInMethod | null
}

interface HistoryRow {
  readonly event_id: string
  readonly at: Date
  readonly action: string
  readonly outcome: AccountEvent['outcome']
  readonly session_id: string | null
  readonly address: string
  readonly by: AccountEvent['by']
  readonly person: string | null
  readonly reason: string | null
  readonly user_agent: string | null
  readonly method: SignInMethod | null
}

/**
 * Who used an account (RG-4), newest first, at most `max` events before a place in the list: the person's own events of the named actions;
 * refused attempts; and the actions of staff (acting as the person, or on their records) and of others to whom the person gave access, each
 * action once per session.
 */
export async function readAccountHistory(
  db: Reader,
  request: {
    readonly accountId: string
    readonly ownActions: readonly string[]
    /** Background actions of staff pages, which are left out. */
    readonly leftOut: readonly string[]
    /** Staff actions on the member's records that are shown. */
    readonly staffActions: readonly string[]
    /** Actions of others, in their own sessions, that concern their access to the person's information. */
    readonly otherActions: readonly string[]
    readonly before: Cursor | null
    readonly max: number
  },
): Promise<AccountEvent[]> {
  const { accountId, before, max } = request
  const earlier = before === null ? sql`true` : sql`(event.at, event.event_id) < (${before.at}, ${before.id}::uuid)`
  const newest = sql`order by event.at desc, event.event_id desc limit ${max}`
  const columns = sql`event.event_id, event.at, event.action, event.outcome, event.address, event.session_id,
    event.actor_account_id`
  const { rows } = await sql<HistoryRow>`
    select event.event_id, event.at, event.action, event.outcome, event.address, event.session_id, event.by,
      session.user_agent, session.method, case when event.by = 'staff' then session.reason end as reason,
      case event.by when 'other' then other.name when 'staff' then staff.first_name end as person
    from (
      (select ${columns}, 'person' as by from audit_event event
        where event.actor_account_id = ${accountId} and event.as_account_id is null
          and split_part(event.action, ' ', 1) = any(${[...request.ownActions]}::text[]) and ${earlier} ${newest})
      union all
      (select ${columns}, 'stranger' as by from audit_event event
        where event.record_id = ${accountId} and event.record_type = 'account' and event.actor_account_id is null
          and ${earlier} ${newest})
      union all
      (select ${columns}, 'staff' as by from audit_event event
        where event.as_account_id = ${accountId} and event.outcome = 'done' and event.action <> all(${[...request.leftOut]}::text[]) and ${earlier}
          and not exists (select from audit_event first where first.as_account_id = event.as_account_id
            and first.session_id = event.session_id and first.action = event.action and first.outcome = 'done'
            and (first.at, first.event_id) < (event.at, event.event_id)) ${newest})
      union all
      (select ${columns}, 'staff' as by from audit_event event
        where event.member_id = (select member_id from account where account_id = ${accountId})
          and event.outcome = 'done' and event.action = any(${[...request.staffActions]}::text[]) and ${earlier}
          and not exists (select from audit_event first where first.member_id = event.member_id
            and first.session_id = event.session_id and first.action = event.action and first.outcome = 'done'
            and (first.at, first.event_id) < (event.at, event.event_id)) ${newest})
      union all
      (select ${columns}, 'other' as by from audit_event event
        where event.member_id = (select member_id from account where account_id = ${accountId})
          and event.actor_account_id <> ${accountId} and event.as_account_id is null and event.outcome = 'done'
          and event.action <> all(${[...request.leftOut]}::text[])
          and (event.action = any(${[...request.otherActions]}::text[]) or exists (
            select from session where session.session_id = event.session_id and session.method = 'viewing'))
          and ${earlier}
          and not exists (select from audit_event first where first.member_id = event.member_id
            and first.session_id = event.session_id and first.action = event.action and first.outcome = 'done'
            and (first.at, first.event_id) < (event.at, event.event_id)) ${newest})
    ) event
    left join session on session.session_id = event.session_id
    left join lateral (select nullif(trim(first_name || ' ' || last_name), '') as name from account
      where account.account_id = event.actor_account_id) other on true
    left join account staff on staff.account_id = event.actor_account_id
    ${newest}
  `.execute(db)
  return rows.map(({ event_id: eventId, session_id: sessionId, user_agent: userAgent, ...row }) => ({
    ...row,
    eventId,
    sessionId,
    userAgent,
  }))
}
