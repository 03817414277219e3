import { type Database, statement, type Tx } from '../db/database.ts'
import type { Principal, SessionPrincipal } from '../http/principal.ts'
import { hashSecret } from './secrets.ts'

/** How long sessions live, in seconds (SE-4). */
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
}

/**
 * Condition of a session that still lives, for statements that read in the same round trip: session $1, moment $2, moment
 * before which the last activity counts as too long ago $3. `livenessValues` fills them in.
 */
export const sessionLives = 'session_id = $1 and ended_at is null and expires_at > $2 and last_seen_at > $3'

export function livenessValues(sessionId: string, now: Date, lifetimes: SessionLifetimes): [string, Date, Date] {
  return [sessionId, now, idleSince(now, lifetimes)]
}

const columns = 'session_id, account_id, login_id, role, member_id, brand, last_seen_at, expires_at'
const byToken = statement<SessionRow>(
  'session-by-token',
  `select ${columns} from session where token_hash = $1 and ended_at is null and expires_at > $2 and last_seen_at > $3`,
)
const byId = statement<SessionRow>('session-by-id', `select ${columns} from session where ${sessionLives}`)
const touch = statement<never>(
  'session-touch',
  'update session set last_seen_at = $2 where session_id = $1 and last_seen_at < $2',
)

/**
 * Activity is written down at most this often, so that a busy session costs no write a request; and never less often than
 * a twentieth of the idle time, by which a session can therefore end too early.
 */
function touchEveryMs({ idleS }: SessionLifetimes): number {
  return Math.min(60_000, (idleS * 1000) / 20)
}

export interface Sessions {
  findByToken(token: string, now: Date): Promise<SessionPrincipal | null>
  findById(sessionId: string, now: Date): Promise<SessionPrincipal | null>
  /**
   * Writes down activity now and then; a failure is not the request's concern. Answers the moment that counts as the last
   * activity from now on.
   */
  noteActivity(sessionId: string, lastSeenAt: Date, now: Date): Date
  /** Ends the session and every token that came of it. */
  end(tx: Tx, sessionId: string, now: Date): Promise<void>
}

export function createSessions(database: Database, lifetimes: SessionLifetimes): Sessions {
  const store: Sessions = {
    findByToken: async (token, now) => {
      const rows = await database.run(byToken, [hashSecret(token), now, idleSince(now, lifetimes)])
      return alive(rows[0], now)
    },
    findById: async (sessionId, now) => {
      const rows = await database.run(byId, livenessValues(sessionId, now, lifetimes))
      return alive(rows[0], now)
    },
    noteActivity: (sessionId, lastSeenAt, now) => {
      if (now.getTime() - lastSeenAt.getTime() < touchEveryMs(lifetimes)) return lastSeenAt
      database.run(touch, [sessionId, now]).catch(() => undefined)
      return now
    },
    end: async (tx, sessionId, now) => {
      await tx.updateTable('session').set({ ended_at: now }).where('session_id', '=', sessionId).execute()
      await tx.updateTable('refresh_token').set({ revoked_at: now }).where('session_id', '=', sessionId).execute()
    },
  }
  return store

  function alive(row: SessionRow | undefined, now: Date): SessionPrincipal | null {
    if (row === undefined) return null
    const seenAt = store.noteActivity(row.session_id, row.last_seen_at, now)
    const idleEnd = seenAt.getTime() + lifetimes.idleS * 1000
    return { ...principalOf(row), endsAt: new Date(Math.min(row.expires_at.getTime(), idleEnd)) }
  }
}

function idleSince(now: Date, lifetimes: SessionLifetimes): Date {
  return new Date(now.getTime() - lifetimes.idleS * 1000)
}

function principalOf(row: SessionRow): Principal {
  return {
    accountId: row.account_id,
    loginId: row.login_id,
    role: row.role,
    brand: row.brand,
    memberId: row.member_id,
    sessionId: row.session_id,
  }
}
