import type { FastifyBaseLogger } from 'fastify'
import { dayMs, hourMs } from './day.ts'
import type { Database, Tx } from './db/database.ts'
import { type Job, startJob } from './job.ts'
import {
  deleteDeskEvents,
  deleteKeptCards,
  deleteScimCalls,
  deleteSessions,
  deleteShown,
  deleteSignOnAnswers,
  deleteSignOnAttempts,
  deleteTokens,
} from './retention-store.ts'
import { deleteOriginals } from './versions/original-store.ts'

/** Number of days that rows are kept after their end. */
export interface Retention {
  readonly sessionDays: number
  readonly deskEventDays: number
  /** Counted from the last message; null: forever. */
  readonly mailYears: number | null
  /** How long records of what the directory showed members are kept; null: forever. */
  readonly shownYears: number | null
}

/** Small, so that requests hardly wait behind a batch on the embedded database's only connection. */
const batchSize = 500

/** An expired refresh token is refused whether or not it is stored. */
const tokenDays = 1

/** Identity providers' requests (OS-71): kept long enough to find out why someone is missing. */
const scimCallDays = 30

/** Outcomes of sign-ins by connections (OS-71). */
const attemptDays = 30

/**
 * Deletes a batch of what ended long ago: people's own sessions, refresh tokens, ID cards on phones, desk events, identity providers'
 * calls and answers, outcomes of sign-ins by them, and original X12 files. Returns whether there may be more; any number of servers may try at once. Sessions in which someone acted
 * for another person stay, like the audit log: they say why.
 */
export async function deleteOld(
  database: Database,
  now: Date,
  retention: Retention,
  max = batchSize,
): Promise<boolean> {
  const before = (days: number) => new Date(now.getTime() - days * dayMs)
  const { sessionDays, deskEventDays, shownYears } = retention
  const deleting: readonly ((tx: Tx) => Promise<number>)[] = [
    (tx) => deleteTokens(tx, before(tokenDays), max),
    (tx) => deleteSessions(tx, before(sessionDays), max),
    (tx) => deleteKeptCards(tx, now, max),
    (tx) => deleteDeskEvents(tx, before(deskEventDays), max),
    (tx) => deleteScimCalls(tx, before(scimCallDays), max),
    // An answer that comes late or again gets the right error for a while.
    (tx) => deleteSignOnAnswers(tx, new Date(now.getTime() - hourMs), max),
    (tx) => deleteSignOnAttempts(tx, before(attemptDays), max),
    // One at a time, because each may be large.
    async (tx) => (await deleteOriginals(tx, now, 1)) * max,
    ...(shownYears === null ? [] : [(tx: Tx) => deleteShown(tx, before(shownYears * yearDays), max)]),
  ]
  let isMore = false
  for (const deleteSome of deleting) if ((await database.transaction(deleteSome)) === max) isMore = true
  return isMore
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
