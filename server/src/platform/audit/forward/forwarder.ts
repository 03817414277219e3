import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import { v4 as uuidv4 } from 'uuid'
import type { Database } from '../../db/database.ts'
import { type Job, startJob } from '../../job.ts'
import type { ForwardSettings } from './address.ts'
import type { AuditSink } from './event.ts'
import { createSink } from './sink.ts'
import { keepPlace, leasePlace, readSealed } from './store.ts'

const batchSize = 500
const betweenBatchesMs = 20

/** Forwards the next sealed events; returns their number, or null while another server forwards. A failed batch is sent again. */
export async function forwardBatch(
  database: Database,
  { name, waitMs }: Pick<ForwardSettings, 'name' | 'waitMs'>,
  sink: AuditSink,
  holder: string,
): Promise<number | null> {
  const after = await leasePlace(database, { name, holder, leaseMs: 3 * waitMs })
  if (after === null) return null
  const events = await readSealed(database, after, batchSize)
  const last = events.at(-1)
  if (last === undefined) return 0
  await sink.send(events)
  await keepPlace(database, { name, holder, seq: last.seq })
  return events.length
}

/**
 * Forwards every audit event to another system, in the order of the chain and at least once (OP-11): from the first event, and after an
 * interruption from the receiver's last confirmed place. One server forwards at a time.
 */
export function startForwarder(options: {
  readonly database: Database
  readonly settings: ForwardSettings
  readonly logger: Pick<FastifyBaseLogger, 'warn'>
  readonly everyMs?: number
}): Job {
  const { database, settings, logger, everyMs = 2_000 } = options
  const sink = createSink(settings)
  const holder = uuidv4()
  const failed = 'audit events could not be sent on, tried again soon'
  return startJob({ run, firstMs: everyMs, everyMs, logger, failed })

  async function run(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      const count = await forwardBatch(database, settings, sink, holder)
      if (count === null || count < batchSize) return
      await sleep(betweenBatchesMs)
    }
  }
}
