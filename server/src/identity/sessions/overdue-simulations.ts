import type { FastifyBaseLogger } from 'fastify'
import { v7 as uuidv7 } from 'uuid'
import { audit, type Origin } from '../../platform/audit/store.ts'
import type { Database, Tx } from '../../platform/db/database.ts'
import type { Principal } from '../../platform/http/principal.ts'
import { type Job, startJob } from '../../platform/job.ts'
import { lockOverdue } from './session-store.ts'
import { type Sessions, toPrincipal } from './sessions.ts'

const batchSize = 100

/** The origin that the audit log names for a session ended by timeout. */
const address = 'time-out'

/** Ends a session in which someone acts for someone else, and audits it under both names (CS-1, RG-3). */
export async function endActing(
  tx: Tx,
  sessions: Pick<Sessions, 'end'>,
  principal: Principal,
  { origin, now }: { readonly origin: Origin; readonly now: Date },
): Promise<void> {
  const { sessionId, accountId, memberId, scopes } = principal
  const isViewing = scopes !== null
  await sessions.end(tx, sessionId, isViewing ? 'viewing-ended' : 'simulation-ended', now)
  const record = isViewing
    ? { action: 'viewing.end', recordType: 'member', recordId: memberId }
    : { action: 'simulation.end', recordType: 'account', recordId: accountId }
  await audit(tx, principal, record, { origin, now })
}

/**
 * Ends overdue sessions in which people act for others, so that the audit log records the end of each, even if the person just closed the
 * browser. Returns how many this batch ended; any number of servers may try at once.
 */
export function endOverdueSimulations(database: Database, sessions: Sessions, now: Date): Promise<number> {
  return database.transaction(async (tx) => {
    const overdue = await lockOverdue(tx, { now, idleSince: sessions.idleSince(now), max: batchSize })
    for (const row of overdue)
      await endActing(tx, sessions, toPrincipal(row), { origin: { address, requestId: uuidv7() }, now })
    return overdue.length
  })
}

/** Checks for overdue simulations once a minute. */
export function startSimulationEnder(options: {
  readonly database: Database
  readonly sessions: Sessions
  readonly logger: Pick<FastifyBaseLogger, 'warn'>
}): Job {
  const { database, sessions, logger } = options
  return startJob({
    run: async (signal) => {
      while (!signal.aborted && (await endOverdueSimulations(database, sessions, new Date())) === batchSize);
    },
    firstMs: 60_000,
    everyMs: 60_000,
    logger,
    failed: 'expired simulations could not be ended, tried again in a minute',
  })
}
