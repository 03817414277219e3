import type { FastifyBaseLogger } from 'fastify'
import type { DataKey } from '../../../platform/data-key.ts'
import type { Database } from '../../../platform/db/database.ts'
import { isUnavailable } from '../../../platform/db/unavailable.ts'
import { type Job, startJob } from '../../../platform/job.ts'
import type { Limits } from '../../../platform/limits/limits.ts'
import { sealedColumns } from '../../../platform/sealed-columns.ts'
import { attributeSome } from './attribute-store.ts'
import { exportSome } from './export-some.ts'
import { matchSome } from './match-run.ts'
import { dropOver, dropWork, failWork, findAccess, listWaiting, takeWork } from './work-store.ts'

interface Parts {
  readonly database: Database
  readonly dataKey: Pick<DataKey, 'open'>
  readonly limits: Limits
  readonly logger: Pick<FastifyBaseLogger, 'warn'>
}

/** Seal context for a work's key. */
export const nameWorkKey = sealedColumns.exchange_work.nameSeal

/** Does systems' pending work, a step of each in turn, until none is left (OS-26). Any number of servers may do this. */
export async function runExchange(parts: Parts, signal?: AbortSignal): Promise<void> {
  const { database } = parts
  for (;;) {
    const waiting = await listWaiting(database.read)
    if (waiting.length === 0) break
    let isMoved = false
    for (const workId of waiting) {
      if (signal?.aborted) return
      isMoved = (await stepWork(parts, workId)) || isMoved
    }
    // All remaining work is at other servers.
    if (!isMoved) break
  }
  await dropOver(database.read, new Date())
}

/** Does one step of a work, in one transaction; false: another server has it. */
async function stepWork({ database, dataKey, limits, logger }: Parts, workId: string): Promise<boolean> {
  try {
    return await database.transaction(async (tx) => {
      const work = await takeWork(tx, workId)
      if (work === undefined) return false
      const access = await findAccess(tx, work)
      // A system that was ended gets nothing anymore.
      if (access === null) await dropWork(tx, workId)
      else {
        const [key, now] = [dataKey.open(work.key, nameWorkKey(workId)), new Date()]
        const { organization } = access
        if (work.kind === 'export') await exportSome(tx, work, { key, organization, now })
        else if (work.kind === 'match') await matchSome(tx, work, { key, access, limits, now })
        else await attributeSome(tx, work, organization, now)
      }
      return true
    })
  } catch (err) {
    if (err instanceof Error && isUnavailable(err)) throw err
    logger.warn({ err, workId }, 'what a system asked for could not be made')
    await failWork(database.read, workId)
    return true
  }
}

export function startExchange(parts: Parts): Job {
  return startJob({
    run: (signal) => runExchange(parts, signal),
    firstMs: 5_000,
    everyMs: 2_000,
    logger: parts.logger,
    failed: 'what systems asked for is not made now, tried again soon',
  })
}
