import { setImmediate, setTimeout as sleep } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import type { Database } from '../db/database.ts'
import { type Job, startJob } from '../job.ts'
import { type Anchor, anchorText, chainHash, chainStart } from './chain.ts'
import { addSeals, findHead, lockChain, readEvents, type Seal, selectWaiting } from './seal-store.ts'

/** Small on the embedded database, so that requests hardly wait behind a batch on its only connection. */
const batchSizes: Readonly<Record<Database['kind'], number>> = { postgres: 2_000, embedded: 100 }
const betweenBatchesMs = 10
/** Number of events hashed before the event loop gets a turn. */
const hashedAtOnce = 200

export interface SealResult {
  readonly count: number
  /** Null if nothing was ever sealed. */
  readonly head: Anchor | null
}

/**
 * Gives the oldest unsealed events their places in the chain. Any number of servers may try at once: one seals, the others get null. An
 * event that commits after a younger one follows it in the chain; none is left out.
 */
export function sealBatch(database: Database, max = batchSizes[database.kind]): Promise<SealResult | null> {
  return database.transaction(async (tx) => {
    // A separate statement, so that the next one sees everything that the lock's last holder wrote.
    if (!(await lockChain(tx))) return null
    const ids = (await selectWaiting(tx, max).execute()).map(({ event_id: id }) => id)
    const before = await findHead(tx)
    if (ids.length === 0) return { count: 0, head: before }
    const events = await readEvents(tx, ids)
    let head = before ?? { seq: 0, hash: chainStart }
    const places: Seal[] = []
    for (const event of events) {
      const seq = head.seq + 1
      head = { seq, hash: chainHash(head.hash, seq, event) }
      places.push({ eventId: event.event_id ?? '', ...head })
      if (places.length % hashedAtOnce === 0) await setImmediate()
    }
    await addSeals(tx, places)
    return { count: events.length, head }
  })
}

/**
 * Seals new events every `everyMs` alongside requests, and once more when it stops. Now and then writes the chain's head to the server log:
 * someone who changes the database cannot change that (`docs/security.md`).
 */
export function startSealer(options: {
  readonly database: Database
  readonly logger: Pick<FastifyBaseLogger, 'info' | 'warn'>
  readonly everyMs?: number
  readonly anchorEveryMs?: number
}): Job {
  const { database, logger, everyMs = 2_000, anchorEveryMs = 10 * 60_000 } = options
  const failed = 'audit log: events could not be sealed, tried again soon'
  let anchored = { seq: 0, atMs: Number.NEGATIVE_INFINITY }
  let stopped = false
  const job = startJob({ run: round, firstMs: everyMs, everyMs, logger, failed })
  return {
    stop: async () => {
      stopped = true
      await job.stop()
      await round().catch((err: unknown) => logger.warn({ err }, failed))
    },
  }

  async function round(): Promise<void> {
    for (;;) {
      const sealed = await sealBatch(database)
      if (sealed === null) return
      if (sealed.count < batchSizes[database.kind]) return anchor(sealed.head)
      await sleep(betweenBatchesMs)
    }
  }

  function anchor(head: Anchor | null): void {
    const due = stopped || performance.now() - anchored.atMs >= anchorEveryMs
    if (head === null || head.seq === anchored.seq || !due) return
    anchored = { seq: head.seq, atMs: performance.now() }
    logger.info({ anchor: anchorText(head) }, 'audit log sealed up to')
  }
}
