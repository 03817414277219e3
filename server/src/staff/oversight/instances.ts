import { hostname } from 'node:os'
import type { FastifyBaseLogger } from 'fastify'
import { v7 as uuidv7 } from 'uuid'
import type { Database, Tx } from '../../platform/db/database.ts'
import { type Job, startJob } from '../../platform/job.ts'
import { forgetInstance, forgetInstances, reportInstance } from './instance-store.ts'

/** A server without a report for this long is gone, or unhealthy. */
export const staleMs = 60_000
const everyMs = 15_000
const keptMs = 24 * 3_600_000

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
  const write = (work: (tx: Tx) => Promise<void>) => database.transaction(work)
  const round = async () => {
    const now = new Date()
    await write(async (tx) => {
      await reportInstance(tx, {
        instance_id: instance.instanceId,
        host: hostname(),
        pid: process.pid,
        started_at: instance.startedAt,
        version,
        seen_at: now,
        streams: streams(),
      })
      await forgetInstances(tx, new Date(now.getTime() - keptMs))
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
      await write((tx) => forgetInstance(tx, instance.instanceId)).catch(() => undefined)
    },
  }
}
