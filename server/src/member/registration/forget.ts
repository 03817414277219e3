import type { FastifyBaseLogger } from 'fastify'
import type { Database } from '../../platform/db/database.ts'
import { type Job, startJob } from '../../platform/job.ts'

/** Deletes what has expired: registrations waiting for their link, saved registrations, and guardians' PINs. */
export async function forgetRegistrations(database: Database, now: Date): Promise<void> {
  await database.transaction(async (tx) => {
    await tx.deleteFrom('registration').where('expires_at', '<=', now).execute()
    await tx.deleteFrom('saved_registration').where('expires_at', '<=', now).execute()
    await tx
      .deleteFrom('guardian_check')
      .where('pin_expires_at', '<=', now)
      .where((is) => is.or([is('proof_expires_at', 'is', null), is('proof_expires_at', '<=', now)]))
      .execute()
  })
}

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
