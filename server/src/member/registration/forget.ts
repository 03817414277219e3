import type { FastifyBaseLogger } from 'fastify'
import type { Database } from '../../platform/db/database.ts'
import { type Job, startJob } from '../../platform/job.ts'
import { forgetRegistrations } from './forget-store.ts'

/** Runs once an hour, beginning a minute after the start. */
export function startForgetting(options: {
  readonly database: Database
  readonly logger: Pick<FastifyBaseLogger, 'warn'>
}): Job {
  const { database, logger } = options
  return startJob({
    run: () => forgetRegistrations(database, new Date()),
    firstMs: 60_000,
    everyMs: 60 * 60_000,
    logger,
    failed: 'expired registrations could not be deleted, tried again in an hour',
  })
}
