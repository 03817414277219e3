import { type Selectable, sql } from 'kysely'
import { createStatement, type Database, type Reader, type Tx } from '../../platform/db/database.ts'
import { deleteFree } from '../../platform/db/row-locks.ts'
import type { Tables } from '../../platform/db/tables.ts'
import { newId } from '../../platform/ids.ts'

export type Attempt = Selectable<Tables['identity_attempt']>

const keptMs = 30 * 24 * 3_600_000
const maxShown = 20

/** Stores how a sign-in by a connection went (OS-71), and deletes what is a month old. */
export async function insertAttempt(tx: Tx, attempt: Omit<Attempt, 'attempt_id'>): Promise<void> {
  await deleteFree(tx, 'identity_attempt', sql`at <= ${new Date(attempt.at.getTime() - keptMs)}`)
  await tx
    .insertInto('identity_attempt')
    .values({ attempt_id: newId(), ...attempt })
    .execute()
}

const signedInStatement = createStatement<
  never,
  {
    readonly attemptId: string
    readonly connectionId: string
    readonly accountId: string
    readonly knownAs: string | null
    readonly now: Date
    readonly over: Date
  }
>(
  'sign-on-done',
  `with used as (
    update identity_link set used_at = :now, known_as = :knownAs
    where connection_id = :connectionId::uuid and account_id = :accountId::uuid
  ), forgotten as (
    delete from identity_attempt where ctid = any (array(
      select ctid from identity_attempt where at <= :over for update skip locked))
  )
  insert into identity_attempt (attempt_id, connection_id, at, outcome, detail, is_test)
  values (:attemptId::uuid, :connectionId::uuid, :now, 'signed-in', null, false)`,
)

/** Notes that someone has signed in by a connection, and when they used it last: one statement, for every sign-in waits for it. */
export async function keepSignedIn(
  { run }: Pick<Database, 'run'>,
  whose: { readonly connectionId: string; readonly accountId: string; readonly knownAs: string | null },
  now: Date,
): Promise<void> {
  const over = new Date(now.getTime() - keptMs)
  await run(signedInStatement, signedInStatement.bindValues({ ...whose, attemptId: newId(), now, over }))
}

/** The last attempts of each connection, newest first. */
export async function listAttempts(db: Reader): Promise<Attempt[]> {
  const { rows } = await sql<Attempt>`select a.* from identity_connection c
    cross join lateral (select * from identity_attempt where identity_attempt.connection_id = c.connection_id
      order by at desc limit ${maxShown}) a order by a.at desc`.execute(db)
  return rows
}

/** How many sign-ins of the last day ended how, by the name of the connection: for the metrics. */
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
