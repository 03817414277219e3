import type { AccessScope } from '@portico/rules/people/access'
import { sql } from 'kysely'
import { type Database, statement, type Tx } from '../../platform/db/database.ts'
import type { EndReason } from '../../platform/db/tables.ts'
import type { Principal, SessionPrincipal } from '../../platform/http/principal.ts'
import { hashSecret, newSecret } from '../tokens/secrets.ts'

/** How long sessions last, in seconds (SE-4). */
export interface SessionLifetimes {
  readonly idleS: number
  readonly maxS: number
}

interface SessionRow {
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
const ownSessionLives = `(actor_session_id is null or exists (
  select from session own where own.session_id = session.actor_session_id and own.ended_at is null))`
const liveAt = (now: string, idleSince: string) =>
  `ended_at is null and expires_at > ${now} and last_seen_at > ${idleSince} and ${ownSessionLives}`
const stillLives = liveAt('$2', '$3')

/**
 * Condition for a live session, for statements that read in the same round trip: session $1, current time $2, time before which the last
 * activity is too long ago $3. `livenessValues` fills them in.
 */
export const sessionLive = `session_id = $1 and ${stillLives}`

/** The same for several sessions at once: $1 is an array of them. */
export const sessionsLive = `session_id = any($1::uuid[]) and ${stillLives}`

/**
 * The same for statements with named values, which `Sessions.proofOf` fills in: a session that was only remembered must also be unchanged,
 * down to the version of its row.
 */
export const sessionProven = `session_id = :provenSession and ${liveAt(':provenAt', ':provenIdleSince')}
  and (:provenVersion::xid is null or xmin = :provenVersion::xid)`

export function livenessValues(sessionId: string, now: Date, lifetimes: SessionLifetimes): [string, Date, Date] {
  return [sessionId, now, idleSince(now, lifetimes)]
}

/** The columns that `toPrincipal` and the lifetime of a session need. */
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
/** The version changes with every change of the row. */
type VersionedRow = SessionRow & { readonly version: string }
const byToken = statement<VersionedRow>(
  'session-by-token',
  `select ${columns}, xmin::text as version from session where token_hash = $1 and ${stillLives}`,
)
/** Costs less than reading the row, with its sixteen columns, once more. */
const unchanged = statement<object>(
  'session-unchanged',
  `select from session where token_hash = $1 and ${stillLives} and xmin = $4::xid`,
)
const byId = statement<SessionRow>('session-by-id', `select ${columns} from session where ${sessionLive}`)
const livingOnes = statement<Pick<SessionRow, 'session_id'>>(
  'sessions-living',
  `select session_id from session where ${sessionsLive}`,
)
/** A rep's activity for someone also keeps the rep's own session alive. No one waits for it, nor does it wait for the disk. */
const touch = statement<never>(
  'session-touch',
  `with held as materialized (
    select session_id from session where last_seen_at < $2
      and session_id in ($1, (select actor_session_id from session where session_id = $1))
    order by session_id for no key update)
  update session set last_seen_at = $2 from (select set_config('synchronous_commit', 'off', true)) relaxed
  where session_id in (select session_id from held)`,
)

/**
 * How often activity is recorded at most, so that a busy session does not cost a write per request; at least as often as a twentieth of the
 * idle time, by which a session may therefore end too early.
 */
function touchEveryMs({ idleS }: SessionLifetimes): number {
  return Math.min(60_000, (idleS * 1000) / 20)
}

export interface Sessions {
  /** `background`: the request is no sign of the person's activity. */
  findByToken(token: string, now: Date, options?: { readonly background: boolean }): Promise<SessionPrincipal | null>
  /**
   * The session of a token as it was last found, for statements that use `buildProof` to prove that it is unchanged and live; null if it was
   * not found before.
   */
  recall(token: string): SessionPrincipal | null
  /** The values of `sessionProven`. */
  buildProof(principal: SessionPrincipal, now: Date): Readonly<Record<string, unknown>>
  findById(sessionId: string, now: Date, options?: { readonly background: boolean }): Promise<SessionPrincipal | null>
  /**
   * The live session that a refresh token was issued for, whether or not the token is still valid. Locked until the transaction ends; no
   * sign of activity.
   */
  lockByRefreshToken(tx: Tx, token: string, now: Date): Promise<SessionPrincipal | null>
  /** Gives a live session new secrets, which replace the old ones; returns the new ones. */
  renewSecrets(tx: Tx, sessionId: string): Promise<{ readonly sessionToken: string; readonly pageKey: string }>
  /** Records activity now and then; ignores a failure. Returns the time that now counts as the last activity. */
  noteActivity(sessionId: string, lastSeenAt: Date, now: Date): Date
  /** Ends the session and all its tokens; a session that has ended stays as it is. */
  end(tx: Tx, sessionId: string, reason: EndReason, now: Date): Promise<void>
  /** Ends all sessions of an account with all their tokens, including those in which it acts for others; `except` may name one to keep. */
  endAll(
    tx: Tx,
    accountId: string,
    ending: { readonly except: string | null; readonly reason: EndReason; readonly now: Date },
  ): Promise<void>
  /** The account has no second factor anymore: in all its live sessions one must be set up first. */
  setFactorDue(tx: Tx, accountId: string): Promise<void>
  /** A second factor was set up or proven in a session. Others that were opened with only the password stay as they are. */
  clearFactorDue(tx: Tx, sessionId: string): Promise<void>
  /** Records that the person has just proven again who they are. */
  noteProof(tx: Tx, sessionId: string, now: Date): Promise<void>
  /** Sessions whose last activity is older than this have ended. */
  idleSince(now: Date): Date
  /** Which of the sessions are still live; no sign of activity. */
  listLive(sessionIds: readonly string[], now: Date): Promise<ReadonlySet<string>>
}

/** How many sessions are remembered. */
const maxRemembered = 10_000

export function createSessions(database: Database, lifetimes: SessionLifetimes): Sessions {
  /** Sessions by the hash of their tokens. */
  const remembered = new Map<string, VersionedRow>()
  const store: Sessions = {
    findByToken: async (token, now, { background } = { background: false }) => {
      const hash = hashSecret(token)
      const values = [hash, now, idleSince(now, lifetimes)]
      const before = remembered.get(toKey(hash))
      if (before !== undefined && (await database.run(unchanged, [...values, before.version])).length > 0)
        return alive(before, now, background)
      const [row] = await database.run(byToken, values)
      remember(hash, row)
      return alive(row, now, background)
    },
    recall: (token) => {
      const row = remembered.get(toKey(hashSecret(token)))
      return row === undefined ? null : { ...principalIn(row, row.last_seen_at), rememberedVersion: row.version }
    },
    buildProof: ({ sessionId, rememberedVersion }, now) => ({
      provenSession: sessionId,
      provenAt: now,
      provenIdleSince: idleSince(now, lifetimes),
      provenVersion: rememberedVersion,
    }),
    findById: async (sessionId, now, { background } = { background: false }) => {
      const rows = await database.run(byId, livenessValues(sessionId, now, lifetimes))
      return alive(rows[0], now, background)
    },
    lockByRefreshToken: async (tx, token, now) => {
      const row = await tx
        .selectFrom('session')
        .select(sessionColumns)
        .where('session_id', '=', ({ selectFrom }) =>
          selectFrom('refresh_token').select('session_id').where('token_hash', '=', hashSecret(token)),
        )
        .where('ended_at', 'is', null)
        .where('expires_at', '>', now)
        .where('last_seen_at', '>', idleSince(now, lifetimes))
        .where(sql<boolean>`${sql.raw(ownSessionLives)}`)
        .forNoKeyUpdate()
        .executeTakeFirst()
      return alive(row, now, true)
    },
    renewSecrets: async (tx, sessionId) => {
      const secrets = { sessionToken: newSecret(), pageKey: newSecret() }
      await tx
        .updateTable('session')
        .set({ token_hash: hashSecret(secrets.sessionToken), page_key_hash: hashSecret(secrets.pageKey) })
        .where('session_id', '=', sessionId)
        .execute()
      return secrets
    },
    noteActivity: (sessionId, lastSeenAt, now) => {
      if (now.getTime() - lastSeenAt.getTime() < touchEveryMs(lifetimes)) return lastSeenAt
      database.run(touch, [sessionId, now]).catch(() => undefined)
      return now
    },
    end: async (tx, sessionId, reason, now) => {
      await tx
        .updateTable('session')
        .set({ ended_at: now, ended_reason: reason })
        .where('session_id', '=', sessionId)
        .where('ended_at', 'is', null)
        .execute()
      await tx.updateTable('refresh_token').set({ revoked_at: now }).where('session_id', '=', sessionId).execute()
    },
    endAll: async (tx, accountId, { except, reason, now }) => {
      const ids = await lockIds(
        openSessions(tx)
          .where(({ eb, or }) => or([eb('account_id', '=', accountId), eb('actor_account_id', '=', accountId)]))
          .$if(except !== null, (query) => query.where('session_id', '!=', except)),
      )
      if (ids.length === 0) return
      const ending = { ended_at: now, ended_reason: reason }
      await tx.updateTable('session').set(ending).where('session_id', 'in', ids).execute()
      await tx
        .updateTable('refresh_token')
        .set({ revoked_at: now })
        .where('session_id', 'in', ids)
        .where('revoked_at', 'is', null)
        .execute()
    },
    setFactorDue: async (tx, accountId) => {
      const ids = await lockIds(
        openSessions(tx).where('account_id', '=', accountId).where('actor_account_id', 'is', null),
      )
      if (ids.length === 0) return
      await tx.updateTable('session').set({ factor_due: true }).where('session_id', 'in', ids).execute()
    },
    clearFactorDue: async (tx, sessionId) => {
      await tx.updateTable('session').set({ factor_due: false }).where('session_id', '=', sessionId).execute()
    },
    noteProof: async (tx, sessionId, now) => {
      await tx.updateTable('session').set({ authenticated_at: now }).where('session_id', '=', sessionId).execute()
    },
    idleSince: (now) => idleSince(now, lifetimes),
    listLive: async (sessionIds, now) => {
      const rows = await database.run(livingOnes, [sessionIds, now, idleSince(now, lifetimes)])
      return new Set(rows.map(({ session_id }) => session_id))
    },
  }
  return store

  function remember(hash: Buffer, row: VersionedRow | undefined): void {
    if (remembered.size >= maxRemembered) remembered.clear()
    if (row === undefined) remembered.delete(toKey(hash))
    else remembered.set(toKey(hash), row)
  }

  function alive(row: SessionRow | undefined, now: Date, background = false): SessionPrincipal | null {
    if (row === undefined) return null
    const seenAt = background ? row.last_seen_at : store.noteActivity(row.session_id, row.last_seen_at, now)
    return principalIn(row, seenAt)
  }

  function principalIn(row: SessionRow, seenAt: Date): SessionPrincipal {
    const idleEnd = seenAt.getTime() + lifetimes.idleS * 1000
    return {
      ...toPrincipal(row),
      endsAt: new Date(Math.min(row.expires_at.getTime(), idleEnd)),
      authenticatedAt: row.authenticated_at,
      passwordDue: row.password_due,
      factorDue: row.factor_due,
      market: row.market,
      expiresAt: row.expires_at,
      rememberedVersion: null,
    }
  }
}

function openSessions(tx: Tx) {
  return tx.selectFrom('session').select('session_id').where('ended_at', 'is', null)
}

/** Locks sessions in the order of their ids (`db/row-locks.ts`). */
async function lockIds(query: ReturnType<typeof openSessions>): Promise<string[]> {
  const rows = await query.orderBy('session_id').forNoKeyUpdate().execute()
  return rows.map(({ session_id }) => session_id)
}

function toKey(hash: Buffer): string {
  return hash.toString('latin1')
}

function idleSince(now: Date, lifetimes: SessionLifetimes): Date {
  return new Date(now.getTime() - lifetimes.idleS * 1000)
}

export function toPrincipal(row: SessionRow): Principal {
  return {
    accountId: row.account_id,
    loginId: row.login_id,
    role: row.role,
    brand: row.brand,
    memberId: row.member_id,
    sessionId: row.session_id,
    scopes: row.scopes,
    actor:
      row.actor_account_id === null || row.actor_login_id === null
        ? null
        : { accountId: row.actor_account_id, loginId: row.actor_login_id },
  }
}
