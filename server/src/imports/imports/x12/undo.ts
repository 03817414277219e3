import { easternDay } from '../../../platform/day.ts'
import type { Database, Tx } from '../../../platform/db/database.ts'
import { type Job, type JobParts, startJob } from '../../../platform/job.ts'
import { listUndoing, noteUndone } from '../../../platform/versions/feed-store.ts'
import { deriveCoverages } from '../derived.ts'
import type { ReadCoverage } from '../fhir/read-person.ts'
import { settleGroups } from '../members.ts'
import { forgetParts } from './claims/claim-store.ts'
import { forgetBefore, forgetInterchanges, lockBefore, restoreCoverages, restorePeople } from './undo-store.ts'

const atOnce = 200

/**
 * Undoes a night's files as a whole, some members at a time (FD-7): members are as they were before, claims lose what the files said about
 * them. A member whom a later file has changed since stays as that file says. Any number of servers may run it, and it resumes where one
 * was killed.
 */
export async function undoFeeds(database: Database, now: Date, signal?: AbortSignal): Promise<void> {
  for (const { feedId, brand } of await listUndoing(database.read)) {
    const run = { brand, runId: feedId, now }
    for (const undoSome of [undoMembers, forgetParts]) {
      for (let isMore = true; isMore; ) {
        if (signal?.aborted) return
        isMore = await database.transaction((tx) => undoSome(tx, run, atOnce))
      }
    }
    await database.transaction(async (tx) => {
      await forgetInterchanges(tx, feedId)
      await noteUndone(tx, feedId)
    })
  }
}

interface Run {
  readonly brand: string
  readonly runId: string
  readonly now: Date
}

/** Undoes the run's changes to the next members; false once there are no more. */
async function undoMembers(tx: Tx, { brand, runId, now }: Run, max: number): Promise<boolean> {
  const rows = await lockBefore(tx, { brand, runId }, max)
  if (rows.length === 0) return false
  const undone = rows.filter(({ is_newest }) => is_newest)
  await restoreCoverages(tx, undone, runId)
  await restorePeople(tx, undone, { brand, runId })
  const members = undone.map(({ member_id }) => ({ memberId: member_id, numbered: true }))
  await deriveCoverages(tx, members, { brand, today: easternDay(now) })
  await settleGroups(
    tx,
    undone.flatMap(({ member_id, before }) =>
      (before?.coverages ?? []).map((one) => ({ memberId: member_id, coverageId: (one as ReadCoverage).resourceId })),
    ),
  )
  await forgetBefore(
    tx,
    runId,
    rows.map(({ member_id }) => member_id),
  )
  return true
}

/** Looks for files that staff want to undo. */
export function startUndoing({ database, logger }: JobParts): Job {
  return startJob({
    run: (signal) => undoFeeds(database, new Date(), signal),
    firstMs: 3000,
    everyMs: 5000,
    logger,
    failed: 'files that are to be undone could not be, tried again in five seconds',
  })
}
