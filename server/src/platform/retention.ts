import type { FastifyBaseLogger } from 'fastify'
import { sql } from 'kysely'
import { dayMs, hourMs } from './day.ts'
import type { Database, Tx } from './db/database.ts'
import { type Job, startJob } from './job.ts'

/** How many days rows are kept after their end. */
export interface Retention {
  readonly sessionDays: number
  readonly deskEventDays: number
  /** After their last message; null: for ever. */
  readonly mailYears: number | null
  /** What the directory showed members; null: for ever. */
  readonly shownYears: number | null
}

/** Small, so that requests hardly wait behind one on the embedded database's only connection. */
const batchSize = 500
/** A refresh token that has expired is refused whether or not it is known. */
const tokenDays = 1
/** What identity providers asked for (OS-71): long enough to see why someone is missing. */
const scimCallDays = 30

/**
 * Deletes a batch of what ended long ago: people's own sessions, refresh tokens, events of the desk, and calls of identity
 * providers. Returns whether there may be more; any number of servers may try at once. Sessions in which someone acted for another person
 * stay, like the audit log: they say why.
 */
export async function deleteOld(
  database: Database,
  now: Date,
  retention: Retention,
  max = batchSize,
): Promise<boolean> {
  const before = (days: number) => new Date(now.getTime() - days * dayMs)
  const counts = [
    await database.transaction((tx) => deleteTokens(tx, before(tokenDays), max)),
    await database.transaction((tx) => deleteSessions(tx, before(retention.sessionDays), max)),
    await database.transaction((tx) => deleteDeskEvents(tx, before(retention.deskEventDays), max)),
    await database.transaction((tx) => deleteScimCalls(tx, before(scimCallDays), max)),
  ]
  if (retention.shownYears !== null) {
    const { shownYears } = retention
    counts.push(await database.transaction((tx) => deleteShown(tx, before(shownYears * yearDays), max)))
  }
  return counts.includes(max)
}

async function deleteTokens(tx: Tx, before: Date, max: number): Promise<number> {
  const expired = tx.selectFrom('refresh_token').select('token_hash').where('expires_at', '<', before)
  const rows = await expired.orderBy('expires_at').limit(max).forUpdate().skipLocked().execute()
  const hashes = rows.map(({ token_hash }) => token_hash)
  if (hashes.length > 0) await tx.deleteFrom('refresh_token').where('token_hash', 'in', hashes).execute()
  return hashes.length
}

async function deleteSessions(tx: Tx, before: Date, max: number): Promise<number> {
  const expired = tx.selectFrom('session').select('session_id').where('expires_at', '<', before)
  const own = expired
    .where('actor_account_id', 'is', null)
    // A member's, while a legal hold stands.
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('legal_hold')
            .select('hold_id')
            .whereRef('legal_hold.member_id', '=', 'session.member_id')
            .where('lifted_at', 'is', null),
        ),
      ),
    )
    .orderBy('expires_at')
    .limit(max)
  const ids = (await own.forUpdate().skipLocked().execute()).map(({ session_id }) => session_id)
  if (ids.length === 0) return 0
  await tx.updateTable('session').set({ actor_session_id: null }).where('actor_session_id', 'in', ids).execute()
  await tx.deleteFrom('refresh_token').where('session_id', 'in', ids).execute()
  await tx.deleteFrom('sign_in_challenge').where('session_id', 'in', ids).execute()
  await tx.deleteFrom('session').where('session_id', 'in', ids).execute()
  return ids.length
}

async function deleteDeskEvents(tx: Tx, before: Date, max: number): Promise<number> {
  const old = tx.selectFrom('desk_event').select('event_id').where('at', '<', before).orderBy('at').limit(max)
  const ids = (await old.forUpdate().skipLocked().execute()).map(({ event_id }) => event_id)
  if (ids.length > 0) await tx.deleteFrom('desk_event').where('event_id', 'in', ids).execute()
  return ids.length
}

async function deleteScimCalls(tx: Tx, before: Date, max: number): Promise<number> {
  const old = tx.selectFrom('scim_call').select('call_id').where('at', '<', before).orderBy('at').limit(max)
  const ids = (await old.forUpdate().skipLocked().execute()).map(({ call_id }) => call_id)
  if (ids.length > 0) await tx.deleteFrom('scim_call').where('call_id', 'in', ids).execute()
  return ids.length
}

const yearDays = 366

async function deleteShown(tx: Tx, before: Date, max: number): Promise<number> {
  // Not a member's, while a legal hold stands.
  const { numAffectedRows } = await sql`
    delete from provider_shown where (member_id, shown_id) in (
      select member_id, shown_id from provider_shown where shown_at < ${before} and not exists (
        select 1 from legal_hold where legal_hold.member_id = provider_shown.member_id and lifted_at is null)
      order by shown_at limit ${max} for update skip locked)`.execute(tx)
  return Number(numAffectedRows ?? 0n)
}

/** Deletes once an hour, beginning two minutes after the start. */
export function startDeletingOld(options: {
  readonly database: Database
  readonly retention: Retention
  readonly logger: Pick<FastifyBaseLogger, 'warn'>
}): Job {
  const { database, retention, logger } = options
  return startJob({
    run: async (signal) => {
      while (!signal.aborted && (await deleteOld(database, new Date(), retention)));
    },
    firstMs: 2 * 60_000,
    everyMs: hourMs,
    logger,
    failed: 'sessions and events that ended long ago could not be deleted, tried again in an hour',
  })
}
