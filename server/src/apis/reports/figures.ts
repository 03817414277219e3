import { type DecidedRequests, noRequests, type YearFigures } from '@portico/rules/authorizations/figures'
import { hourMs } from '../../platform/day.ts'
import type { Database } from '../../platform/db/database.ts'
import { type Job, type JobParts, startJob } from '../../platform/job.ts'
import { type Counted, countDecided, replaceFigures } from './figure-store.ts'

/**
 * Counts every brand's prior authorizations of every year in one pass, and stores the result for the public page (OS-80). A denial
 * overturned on appeal still counts as a denial at first.
 */
export async function countAuthorizations(database: Database, now: Date): Promise<void> {
  await database.transaction(async (tx) => {
    const rows = await countDecided(tx)
    const years = [...Map.groupBy(rows, ({ brand, year }) => `${brand} ${year}`).values()].flatMap((groups) => {
      const [first] = groups
      return first === undefined ? [] : toRow(first, groups, now)
    })
    await replaceFigures(tx, years)
  })
}

function toRow({ brand, year }: Counted, groups: readonly Counted[], now: Date) {
  const find = (expedited: boolean): DecidedRequests => {
    const found = groups.find((one) => one.expedited === expedited)
    if (found === undefined) return noRequests
    const { requests, approved, partly, denied, approvedOnAppeal, extendedApproved, averageHours, medianHours } = found
    return { requests, approved, partly, denied, approvedOnAppeal, extendedApproved, averageHours, medianHours }
  }
  const unsaid = groups.reduce((sum, one) => sum + one.unsaid, 0)
  const figures: YearFigures = { standard: find(false), expedited: find(true), unsaid }
  const newest = new Date(Math.max(...groups.map((one) => one.newest.getTime())))
  return { brand, year, figures: JSON.stringify(figures), newest, counted_at: now }
}

export function startCountingAuthorizations({ database, logger }: JobParts): Job {
  return startJob({
    run: () => countAuthorizations(database, new Date()),
    firstMs: 60_000,
    everyMs: 6 * hourMs,
    logger,
    failed: 'prior authorizations could not be counted, tried again in six hours',
  })
}
