import type { Database, Tx } from '../../platform/db/database.ts'
import { gather } from '../../platform/db/gather.ts'
import type { EndReason } from '../../platform/db/tables.ts'
import type { Principal, SessionPrincipal } from '../../platform/http/principal.ts'
import { hashSecret, newSecret } from '../tokens/secrets.ts'
import { byId, byToken, livingOnes, type SessionRow, touch, type VersionedRow, versions } from './session-statement.ts'
import { changeSession, endSession, endSessions, lockLiveByRefreshToken, setFactorDue } from './session-store.ts'

export { sessionLive, sessionProven, sessionsLive } from './session-statement.ts'

/** How long sessions last, in seconds (SE-4). */
export interface SessionLifetimes {
  readonly idleS: number
  readonly maxS: number
}

export function livenessValues(sessionId: string, now: Date, lifetimes: SessionLifetimes): [string, Date, Date] {
  return [sessionId, now, idleSince(now, lifetimes)]
}

/**
 * Minimum interval between recorded activities, so that a busy session does not cost a write per request. It is at most a twentieth of the
 * idle time, by which a session may therefore end too early.
 */
function touchEveryMs({ idleS }: SessionLifetimes): number {
  return Math.min(60_000, (idleS * 1000) / 20)
}

export interface Sessions {
  /** `background`: the request does not count as the person's activity. */
  findByToken(token: string, now: Date, options?: { readonly background: boolean }): Promise<SessionPrincipal | null>
  /**
   * A token's session as last found, for statements that use `buildProof` to prove that it is unchanged and live; null if it was not found
   * before.
   */
  recall(token: string): SessionPrincipal | null
  /** The values of `sessionProven`. */
  buildProof(principal: SessionPrincipal, now: Date): Readonly<Record<string, unknown>>
  findById(sessionId: string, now: Date, options?: { readonly background: boolean }): Promise<SessionPrincipal | null>
  /**
   * The live session for which a refresh token was issued, whether or not the token is still valid. Locked until the transaction ends; does
   * not count as activity.
   */
  lockByRefreshToken(tx: Tx, token: string, now: Date): Promise<SessionPrincipal | null>
  /** Gives a live session new secrets, which replace the old ones; returns the new ones. */
  renewSecrets(tx: Tx, sessionId: string): Promise<{ readonly sessionToken: string; readonly pageKey: string }>
  /** Records activity now and then; ignores failures. Returns the time that now counts as the last activity. */
  noteActivity(sessionId: string, lastSeenAt: Date, now: Date): Date
  /** Ends the session and all its tokens; an already ended session stays as it is. */
  end(tx: Tx, sessionId: string, reason: EndReason, now: Date): Promise<void>
  /** Ends all sessions of an account with all their tokens, including those in which it acts for others, except `except`. */
  endAll(
    tx: Tx,
    accountId: string,
    ending: { readonly except: string | null; readonly reason: EndReason; readonly now: Date },
  ): Promise<void>
  /** The account no longer has a second factor: all its live sessions must set one up first. */
  setFactorDue(tx: Tx, accountId: string): Promise<void>
  /** A second factor was set up or proven in a session. Others that were opened with only the password stay as they are. */
  clearFactorDue(tx: Tx, sessionId: string): Promise<void>
  /** Records that the person has just authenticated again. */
  noteProof(tx: Tx, sessionId: string, now: Date): Promise<void>
  /** Sessions whose last activity is older than this have ended. */
  idleSince(now: Date): Date
  /** Which of the sessions are still live; does not count as activity. */
  listLive(sessionIds: readonly string[], now: Date): Promise<ReadonlySet<string>>
}

/** A session as previously found. */
interface Seen {
  readonly hash: Buffer
  readonly version: string
  /** Time of the request. */
  readonly at: Date
}

/** Maximum number of remembered sessions. */
const maxRemembered = 10_000

export function createSessions(database: Database, lifetimes: SessionLifetimes): Sessions {
  /** Sessions by their token's hash. */
  const remembered = new Map<string, VersionedRow>()
  /** Whether sessions are live and unchanged; concurrent requests share a statement. */
  const isUnchanged = gather(async (asked: readonly Seen[]) => {
    const now = new Date(Math.max(...asked.map(({ at }) => at.getTime())))
    const hashes = asked.map(({ hash }) => hash)
    const rows = await database.run(versions, [hashes, now, idleSince(now, lifetimes)])
    const found = new Map(rows.map(({ token, version }) => [token, version]))
    return asked.map(({ hash, version }) => found.get(toKey(hash)) === version)
  })
  const store: Sessions = {
    findByToken: async (token, now, { background } = { background: false }) => {
      const hash = hashSecret(token)
      const before = remembered.get(toKey(hash))
      if (before !== undefined && (await isUnchanged({ hash, version: before.version, at: now })))
        return alive(before, now, background)
      const [row] = await database.run(byToken, [hash, now, idleSince(now, lifetimes)])
      remember(hash, row)
      return alive(row, now, background)
    },
    recall: (token) => {
      const row = remembered.get(toKey(hashSecret(token)))
      return row === undefined
        ? null
        : { ...principalIn(row, row.last_seen_at, lifetimes), rememberedVersion: row.version }
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
      const row = await lockLiveByRefreshToken(tx, hashSecret(token), { now, idleSince: idleSince(now, lifetimes) })
      return alive(row, now, true)
    },
    renewSecrets: async (tx, sessionId) => {
      const secrets = { sessionToken: newSecret(), pageKey: newSecret() }
      await changeSession(tx, sessionId, {
        token_hash: hashSecret(secrets.sessionToken),
        page_key_hash: hashSecret(secrets.pageKey),
      })
      return secrets
    },
    noteActivity: (sessionId, lastSeenAt, now) => {
      if (now.getTime() - lastSeenAt.getTime() < touchEveryMs(lifetimes)) return lastSeenAt
      database.run(touch, [sessionId, now]).catch(() => undefined)
      return now
    },
    end: endSession,
    endAll: endSessions,
    setFactorDue,
    clearFactorDue: (tx, sessionId) => changeSession(tx, sessionId, { factor_due: false }),
    noteProof: (tx, sessionId, now) => changeSession(tx, sessionId, { authenticated_at: now }),
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
    return principalIn(row, seenAt, lifetimes)
  }
}

function principalIn(row: SessionRow, seenAt: Date, lifetimes: SessionLifetimes): SessionPrincipal {
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

function toKey(hash: Buffer): string {
  return hash.toString('base64')
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
