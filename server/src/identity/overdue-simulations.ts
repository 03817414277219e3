import type { FastifyBaseLogger } from 'fastify'
import { v7 as uuidv7 } from 'uuid'
import { recordAudit } from '../audit/store.ts'
import type { Database } from '../db/database.ts'
import { type Rounds, startRounds } from '../rounds.ts'
import type { Sessions } from './sessions.ts'

const batchSize = 100

/** Where the audit log says that such an end came from. */
const address = 'time-out'

/**
 * Ends the simulations whose time is over, so that each has its end in the audit log also when the rep just closed the
 * browser (CS-1). Answers how many there were in this batch; any number of servers may try at once.
 */
export function endOverdueSimulations(database: Database, sessions: Sessions, now: Date): Promise<number> {
  return database.transaction(async (tx) => {
    const overdue = await tx
      .selectFrom('session')
      .select(['session_id', 'account_id', 'login_id', 'member_id', 'actor_account_id', 'actor_login_id'])
      .where('method', '=', 'simulation')
      .where('ended_at', 'is', null)
      .where((is) => is.or([is('expires_at', '<=', now), is('last_seen_at', '<=', sessions.idleSince(now))]))
      .limit(batchSize)
      .forUpdate()
      .skipLocked()
      .execute()
    for (const row of overdue) {
      const { account_id: accountId, login_id: loginId, session_id: sessionId, member_id: memberId } = row
      const actor = { accountId: row.actor_account_id ?? accountId, loginId: row.actor_login_id ?? loginId }
      await sessions.end(tx, sessionId, 'simulation-ended', now)
      const event = { action: 'simulation.end', recordType: 'account', recordId: accountId, outcome: 'done' } as const
      const origin = { address, requestId: uuidv7() }
      await recordAudit(tx, { ...event, actor: { accountId, loginId, sessionId, actor }, memberId, origin }, now)
    }
    return overdue.length
  })
}

/** Looks once a minute for simulations whose time is over. */
export function startSimulationEnder(options: {
  readonly database: Database
  readonly sessions: Sessions
  readonly logger: Pick<FastifyBaseLogger, 'warn'>
}): Rounds {
  const { database, sessions, logger } = options
  return startRounds({
    round: async (signal) => {
      while (!signal.aborted && (await endOverdueSimulations(database, sessions, new Date())) === batchSize);
    },
    firstMs: 60_000,
    everyMs: 60_000,
    logger,
    failed: 'simulations whose time is over could not be ended, tried again in a minute',
  })
}
