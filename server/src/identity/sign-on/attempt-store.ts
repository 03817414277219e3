import { type Selectable, sql } from 'kysely'
import type { Reader, Tx } from '../../platform/db/database.ts'
import type { Tables } from '../../platform/db/tables.ts'
import { newId } from '../../platform/ids.ts'

export type Attempt = Selectable<Tables['identity_attempt']>

const maxShown = 20

/** Records the outcome of a sign-in by a connection (OS-71). */
export async function insertAttempt(tx: Tx, attempt: Omit<Attempt, 'attempt_id'>): Promise<void> {
  await tx
    .insertInto('identity_attempt')
    .values({ attempt_id: newId(), ...attempt })
    .execute()
}

/** The latest attempts at each connection, newest first. */
export async function listAttempts(db: Reader): Promise<Attempt[]> {
  const { rows } = await sql<Attempt>`select a.* from identity_connection c
    cross join lateral (select * from identity_attempt where identity_attempt.connection_id = c.connection_id
      order by at desc limit ${maxShown}) a order by a.at desc`.execute(db)
  return rows
}

/** Number of sign-ins in the last day, by outcome and connection name: for the metrics. */
export async function countAttempts(
  db: Reader,
  now: Date,
): Promise<{ readonly connection: string; readonly outcome: string; readonly count: number }[]> {
  const since = new Date(now.getTime() - 24 * 3_600_000)
  const { rows } = await sql<{ connection: string; outcome: string; count: number }>`
    select c.name as connection, a.outcome, count(*)::integer as count
    from identity_attempt a join identity_connection c on c.connection_id = a.connection_id
    where a.at > ${since} and not a.is_test group by 1, 2`.execute(db)
  return rows
}
