import { dayMs } from '../day.ts'
import type { Database } from '../db/database.ts'
import { type Job, type JobParts, startJob } from '../job.ts'
import { addMonths, dropIfEmpty, listEmptied } from './month-store.ts'

/** The log has parts for so many months to come, so that a server which stands still for a while never finds none. */
const monthsAhead = 12

/**
 * Makes the parts of the audit log for the months to come, and drops those of months that are over and whole in the archive (OP-7): only an
 * empty one goes, and its events leave it for a file that has them alone. Any number of servers may do it at once.
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
