import { v7 as uuidv7 } from 'uuid'
import type { Database, Tx } from '../../../../platform/db/database.ts'
import { type Job, type JobParts, startJob } from '../../../../platform/job.ts'
import { Refused } from '../../refused.ts'
import type { ClaimRun } from './claim-store.ts'
import { dropWaiting, listWaiting, listWaitingBrands, type StoredPart, undoIfRefused } from './part-store.ts'
import { findPatientsSaid } from './patients.ts'
import { placeParts } from './place-parts.ts'

const atOnce = 200

/**
 * Stores waiting claims whose members have come since, from whatever source (FD-2). Returns how many there were. With `runId`, as part of
 * that run.
 */
export async function takeWaiting(
  database: Database,
  now: Date,
  { runId = uuidv7(), signal }: { readonly runId?: string; readonly signal?: AbortSignal | undefined } = {},
): Promise<number> {
  let taken = 0
  for (const brand of await listWaitingBrands(database.read)) {
    for (let after: string | null = ''; after !== null && !signal?.aborted; ) {
      const from: string = after
      after = await database.transaction(async (tx) => {
        const waiting = await listWaiting(tx, brand, from, atOnce)
        const people = await findPatientsSaid(
          tx,
          { brand, now },
          waiting.map(({ part }) => part.patient),
        )
        const found = waiting.flatMap((one, index) => {
          const person = people[index]
          return person === undefined || typeof person === 'string' ? [] : { ...one, memberId: person.memberId }
        })
        const run = { brand, runId, now }
        taken += await placeEach(tx, found, run)
        return waiting.length < atOnce ? null : (waiting.at(-1)?.partId ?? null)
      })
    }
  }
  return taken
}

/** Places the parts that it can, so that a failing part does not block the others. Returns how many. */
async function placeEach(tx: Tx, found: readonly StoredPart[], run: ClaimRun): Promise<number> {
  if (found.length === 0) return 0
  try {
    await undoIfRefused(tx, () => placeParts(tx, found, run))
    return found.length
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    if (found.length === 1) return 0
    const middle = Math.ceil(found.length / 2)
    return (await placeEach(tx, found.slice(0, middle), run)) + (await placeEach(tx, found.slice(middle), run))
  }
}

/** Stores waiting claims whose members have come, and deletes those that have waited for more than `days` days. */
export async function settleWaiting(
  database: Database,
  now: Date,
  { days, signal }: { readonly days: number; readonly signal?: AbortSignal },
): Promise<void> {
  await takeWaiting(database, now, { signal })
  await database.transaction((tx) => dropWaiting(tx, now, days))
}

/** Looks at intervals for members who have come in other files, and deletes claims that have waited too long. */
export function startTakingWaiting({ database, logger, days }: JobParts & { readonly days: number }): Job {
  return startJob({
    run: (signal) => settleWaiting(database, new Date(), { days, signal }),
    firstMs: 60_000,
    everyMs: 600_000,
    logger,
    failed: 'claims that wait for their members could not be taken in, tried again in ten minutes',
  })
}
