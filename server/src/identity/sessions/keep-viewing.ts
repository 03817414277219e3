import type { FastifyBaseLogger } from 'fastify'
import type { Database, Reader } from '../../platform/db/database.ts'
import type { Principal } from '../../platform/http/principal.ts'
import { type Job, startJob } from '../../platform/job.ts'
import { expire } from './session-statement.ts'
import { listViewings } from './session-store.ts'
import { toPrincipal } from './sessions.ts'

/** Whether someone may still see what they could when they began to view a member's information. */
export type MaySeeStill = (db: Reader, principal: Principal, now: Date) => Promise<boolean>

interface ViewingParts {
  readonly database: Database
  readonly maySeeStill: MaySeeStill
}

/**
 * Whether a session may continue. A session whose viewer has lost access expires (RG-3), and the job that closes overdue sessions in the
 * audit log closes it, too.
 */
export async function keepViewing(
  { database, maySeeStill }: ViewingParts,
  principal: Principal,
  now: Date,
): Promise<boolean> {
  const { sessionId, scopes } = principal
  if (scopes === null || (await maySeeStill(database.read, principal, now))) return true
  await database.run(expire, [sessionId, now])
  return false
}

/** The same for all viewing sessions, once a minute, which also ends the event streams of idle pages. */
export function startViewingEnder(parts: ViewingParts & { readonly logger: Pick<FastifyBaseLogger, 'warn'> }): Job {
  return startJob({
    run: (signal) => endLostViewings(parts, new Date(), signal),
    firstMs: 60_000,
    everyMs: 60_000,
    logger: parts.logger,
    failed: 'sessions that look at others could not be checked, tried again in a minute',
  })
}

/** Throws a session's failure only after all others have been checked. */
export async function endLostViewings(parts: ViewingParts, now: Date, signal?: AbortSignal): Promise<void> {
  const failures: unknown[] = []
  for (const row of await listViewings(parts.database.read)) {
    if (signal?.aborted) return
    await keepViewing(parts, toPrincipal(row), now).catch((failure: unknown) => failures.push(failure))
  }
  if (failures.length > 0) throw failures[0]
}
