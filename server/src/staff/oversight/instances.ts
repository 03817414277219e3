import { hostname } from 'node:os'
import type { FastifyBaseLogger } from 'fastify'
import type { Selectable } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import type { Database, Reader } from '../../platform/db/database.ts'
import type { Tables } from '../../platform/db/tables.ts'
import { type Job, startJob } from '../../platform/job.ts'

/** A server without a report for this long is gone, or not well. */
export const staleMs = 60_000
const everyMs = 15_000
const keptMs = 24 * 3_600_000
const maxListed = 100

/** The instance that reports itself. */
export interface Instance {
  readonly instanceId: string
  readonly startedAt: Date
}

export function newInstance(now: Date): Instance {
  return { instanceId: uuidv7(), startedAt: now }
}

/** Reports every few seconds that this server is running, and removes servers that have not reported for a day. */
export function startHeartbeat(parts: {
  readonly database: Database
  readonly instance: Instance
  readonly version: string
  readonly streams: () => number
  readonly logger: Pick<FastifyBaseLogger, 'warn'>
}): Job {
  const { database, instance, version, streams, logger } = parts
  const round = async () => {
    const now = new Date()
    const said = { version, seen_at: now, streams: streams() }
    await database.transaction(async (tx) => {
      await tx
        .insertInto('instance')
        .values({
          instance_id: instance.instanceId,
          host: hostname(),
          pid: process.pid,
          started_at: instance.startedAt,
          ...said,
        })
        .onConflict((conflict) => conflict.column('instance_id').doUpdateSet(said))
        .execute()
      await tx
        .deleteFrom('instance')
        .where('seen_at', '<', new Date(now.getTime() - keptMs))
        .execute()
    })
  }
  const job = startJob({
    run: round,
    firstMs: 0,
    everyMs,
    logger,
    failed: 'instance: could not report that it is running, tried again soon',
  })
  return {
    stop: async () => {
      await job.stop()
      const gone = database.transaction((tx) =>
        tx.deleteFrom('instance').where('instance_id', '=', instance.instanceId).execute(),
      )
      await gone.catch(() => undefined)
    },
  }
}

export function listInstances(db: Reader): Promise<Selectable<Tables['instance']>[]> {
  return db.selectFrom('instance').selectAll().orderBy('started_at').limit(maxListed).execute()
}
