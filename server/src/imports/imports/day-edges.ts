import { easternDay } from '../../platform/day.ts'
import type { Database } from '../../platform/db/database.ts'
import { type Job, type JobParts, startJob } from '../../platform/job.ts'
import { listDueMembers } from './day-edge-store.ts'
import { deriveCoverages } from './derived.ts'
import { passNumberEdges } from './numbers.ts'

const atOnce = 200
const hourMs = 3_600_000

/**
 * Derives members' data from files again once one of their coverages has begun or ended: on that day, their contract, their plan and who
 * sees their claims change, although no file comes (MP-12, MP-14). Any number of servers may run it. Returns how many members there were;
 * if it fails for some, processes the others and then throws the first error.
 */
export async function passDayEdges(database: Database, now: Date, signal?: AbortSignal): Promise<number> {
  const today = easternDay(now)
  let [seen, after] = [0, '00000000-0000-0000-0000-000000000000']
  const failures: unknown[] = []
  for (;;) {
    const due = signal?.aborted ? [] : await listDueMembers(database.read, today, after, atOnce)
    for (const { memberId, brand } of due) {
      if (signal?.aborted) return seen
      await database
        .transaction((tx) => deriveCoverages(tx, [{ memberId, numbered: true }], { brand, today }))
        .catch((error: unknown) => failures.push(error))
      seen += 1
      after = memberId
    }
    if (due.length === atOnce) continue
    if (failures.length > 0) throw failures[0]
    return seen
  }
}

/** Runs once a day, soon after midnight. */
export function startDayEdges({ database, logger }: JobParts): Job {
  let passed = ''
  return startJob({
    run: async (signal) => {
      const now = new Date()
      if (passed === easternDay(now)) return
      await passDayEdges(database, now, signal)
      await passNumberEdges(database, easternDay(now), signal)
      if (!signal.aborted) passed = easternDay(now)
    },
    firstMs: 120_000,
    everyMs: hourMs / 6,
    logger,
    failed: 'what begins or ends today could not be derived from coverages, tried again in ten minutes',
  })
}
