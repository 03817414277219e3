import { dayMs } from '../day.ts'
import type { Database } from '../db/database.ts'
import { type Job, type JobParts, startJob } from '../job.ts'
import { addMonths, dropIfEmpty, listEmptied } from './month-store.ts'

/** Months for which the log has partitions in advance, so that a server that was stopped for a while never lacks one. */
const monthsAhead = 12

/**
 * Creates the audit log's partitions for the coming months, and drops those of past months that are wholly archived (OP-7): only empty
 * partitions, because events leave only for a file that holds them. Any number of servers may do this at once.
 */
export async function keepMonths(database: Database): Promise<void> {
  await addMonths(database.read, monthsAhead)
  for (const part of await listEmptied(database.read)) await dropIfEmpty(database.read, part)
}

export function startKeepingMonths({ database, logger }: JobParts): Job {
  return startJob({
    run: () => keepMonths(database),
    firstMs: 60_000,
    everyMs: dayMs,
    logger,
    failed: 'audit log: parts of months could not be made or dropped, tried again in a day',
  })
}
