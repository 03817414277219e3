import type { FastifyBaseLogger } from 'fastify'
import { dayMs, hourMs } from './day.ts'
import type { Database } from './db/database.ts'
import { type Job, startJob } from './job.ts'
import { deleteDeskEvents, deleteScimCalls, deleteSessions, deleteShown, deleteTokens } from './retention-store.ts'

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

const yearDays = 366

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
