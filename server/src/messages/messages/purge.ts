import { purgeBefore } from '@portico/rules/messages/folders'
import type { FastifyBaseLogger } from 'fastify'
import { v7 as uuidv7 } from 'uuid'
import { audit } from '../../platform/audit/store.ts'
import { hourMs } from '../../platform/day.ts'
import type { Database } from '../../platform/db/database.ts'
import { type Job, startJob } from '../../platform/job.ts'
import * as store from './store.ts'

/** Small, so that requests hardly wait behind a batch on the embedded database's only connection. */
const batchSize = 200

/** The origin of purges in the audit log. */
const address = 'purge'

/**
 * Removes messages for good that have been in the deleted folder for 30 days; the plan's own record of the conversation stays. Returns
 * how many this batch removed; any number of servers may try at once.
 */
export function purgeBatch(database: Database, now: Date, max = batchSize): Promise<number> {
  return database.transaction(async (tx) => {
    const purged = await store.purge(tx, { before: purgeBefore(now), now, max })
    if (purged.length === 0) return 0
    const origin = { address, requestId: uuidv7() }
    const events = purged.map(({ member_id: memberId, message_id: recordId }) => ({
      action: 'message.purge',
      memberId,
      recordType: 'message',
      recordId,
    }))
    await audit(tx, null, events, { origin, now })
    return purged.length
  })
}

/** Purges once an hour, beginning a minute after the start. */
export function startPurger(options: {
  readonly database: Database
  readonly logger: Pick<FastifyBaseLogger, 'warn'>
}): Job {
  const { database, logger } = options
  return startJob({
    run: async (signal) => {
      while (!signal.aborted && (await purgeBatch(database, new Date())) === batchSize);
    },
    firstMs: 60_000,
    everyMs: hourMs,
    logger,
    failed: 'deleted messages could not be purged, tried again in an hour',
  })
}
