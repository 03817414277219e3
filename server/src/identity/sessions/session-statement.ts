import type { AccessScope } from '@portico/rules/people/access'
import { statement } from '../../platform/db/database.ts'
import type { Principal } from '../../platform/http/principal.ts'

export interface SessionRow {
  readonly session_id: string
  readonly account_id: string
  readonly login_id: string
  readonly role: Principal['role']
  readonly member_id: string | null
  readonly brand: string
  readonly last_seen_at: Date
  readonly expires_at: Date
  readonly authenticated_at: Date
  readonly password_due: boolean
  readonly factor_due: boolean
  readonly market: string | null
  readonly actor_account_id: string | null
  readonly actor_login_id: string | null
  readonly scopes: readonly AccessScope[] | null
}

/** A simulation ends with the rep's own session (CS-1). */
export const ownSessionLives = `(actor_session_id is null or exists (
  select from session own where own.session_id = session.actor_session_id and own.ended_at is null))`

const liveAt = (now: string, idleSince: string) =>
  `ended_at is null and expires_at > ${now} and last_seen_at > ${idleSince} and ${ownSessionLives}`

const stillLives = liveAt('$2', '$3')

/**
 * Condition for a live session, for statements that read in the same round trip: session $1, current time $2, time before which the last
 * activity is too long ago $3. `livenessValues` supplies them.
 */
export const sessionLive = `session_id = $1 and ${stillLives}`

/** The same for several sessions: $1 is an array of their ids. */
export const sessionsLive = `session_id = any($1::uuid[]) and ${stillLives}`

/**
 * The same for statements with named values, which `Sessions.buildProof` supplies: a session that was only remembered must also be unchanged,
 * including its row's version.
 */
export const sessionProven = `session_id = :provenSession and ${liveAt(':provenAt', ':provenIdleSince')}
  and (:provenVersion::xid is null or xmin = :provenVersion::xid)`

/** Columns that `toPrincipal` and a session's lifetime need. */
export const sessionColumns = [
  'session_id',
  'account_id',
  'login_id',
  'role',
  'member_id',
  'brand',
  'last_seen_at',
  'expires_at',
  'authenticated_at',
  'password_due',
  'factor_due',
  'market',
  'actor_account_id',
  'actor_login_id',
  'scopes',
] as const

const columns = sessionColumns.join(', ')

/** The version changes with every change to the row. */
export type VersionedRow = SessionRow & { readonly version: string }

export const byToken = statement<VersionedRow>(
  'session-by-token',
  `select ${columns}, xmin::text as version from session where token_hash = $1 and ${stillLives}`,
)

/** The versions of live sessions: cheaper than reading their rows, with sixteen columns, once more. */
export const versions = statement<{ readonly token: string; readonly version: string }>(
  'session-versions',
  `select encode(token_hash, 'base64') as token, xmin::text as version from session
    where token_hash = any($1::bytea[]) and ${stillLives}`,
)

export const byId = statement<SessionRow>('session-by-id', `select ${columns} from session where ${sessionLive}`)

export const livingOnes = statement<Pick<SessionRow, 'session_id'>>(
  'sessions-living',
  `select session_id from session where ${sessionsLive}`,
)

/** A rep's activity for someone also keeps the rep's own session alive. No request waits for it, and it does not wait for the disk. */
export const touch = statement<never>(
  'session-touch',
  `with held as materialized (
    select session_id from session where last_seen_at < $2
      and session_id in ($1, (select actor_session_id from session where session_id = $1))
    order by session_id for no key update)
  update session set last_seen_at = $2 from (select set_config('synchronous_commit', 'off', true)) relaxed
  where session_id in (select session_id from held)`,
)

/** Makes a session expire now. */
export const expire = statement<never>(
  'session-expire',
  'update session set expires_at = $2 where session_id = $1 and ended_at is null and expires_at > $2',
)
