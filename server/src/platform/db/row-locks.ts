import { type RawBuilder, sql } from 'kysely'
import type { Tx } from './database.ts'
import type { Tables } from './tables.ts'

/**
 * A transaction that locks several rows locks them in this order; otherwise two transactions could wait for each other, and one would fail:
 *
 * 1. the lock on administration (`rights/administrators-statement.ts`), and staff requests;
 * 2. the account (`lockAccount`), then the member (`lockMember`), several members in the order of their ids;
 * 3. access that people have given, several rows in the order of their ids (`people/store.ts`);
 * 4. what belongs to the account or the member; several sessions in the order of their ids, and their refresh tokens after them;
 * 5. counts of attempts, in the order in which an attempt locks them (`limits/attempt-statement.ts`).
 *
 * A transaction that changes several things of an account locks the account first; such transactions then need no order among themselves.
 * `deleteFree` waits for no one. `lock-order.pg.test.ts` makes calls wait at each of these, and checks what they hold.
 */

/**
 * Makes transactions about one member wait for each other. Other transactions may still insert rows that refer to the member: a stronger
 * lock would block them, and could deadlock with rows that they have locked.
 */
export async function lockMember(tx: Tx, memberId: string): Promise<void> {
  await lockMembers(tx, [memberId])
}

export async function lockMembers(tx: Tx, memberIds: readonly string[]): Promise<void> {
  const some = tx.selectFrom('member').select('member_id')
  const ofThem = sql<string>`any(${[...new Set(memberIds)]}::uuid[])`
  await some.where('member_id', '=', ofThem).orderBy('member_id').forNoKeyUpdate().execute()
}

/**
 * Returns what `read` finds about members, and locks them and every other member in its rows, so that nobody else changes them meanwhile.
 * Members' rows are not locked one by one: they may be on several machines.
 */
export async function readLocked<Row extends { readonly memberId: string }>(
  tx: Tx,
  memberIds: readonly string[],
  read: () => Promise<readonly Row[]>,
): Promise<readonly Row[]> {
  const locked = new Set<string>()
  for (let next = [...memberIds]; ; ) {
    await lockMembers(tx, next)
    for (const memberId of next) locked.add(memberId)
    const rows = await read()
    next = rows.flatMap(({ memberId }) => (locked.has(memberId) ? [] : memberId))
    if (next.length === 0) return rows
  }
}

/** The same for an account. */
export async function lockAccount(tx: Tx, accountId: string): Promise<void> {
  await tx.selectFrom('account').select('account_id').where('account_id', '=', accountId).forNoKeyUpdate().execute()
}

/** Holds accounts against changes, such as their closing; others may hold them the same way. */
export async function holdAccounts(tx: Tx, accountIds: readonly string[]): Promise<void> {
  const held = tx.selectFrom('account').select('account_id').where('account_id', 'in', accountIds)
  await held.orderBy('account_id').forShare().execute()
}

/** Deletes unneeded rows, except locked ones, which go another time. */
export async function deleteFree(tx: Tx, table: keyof Tables, unneeded: RawBuilder<boolean>): Promise<void> {
  await sql`delete from ${sql.table(table)}
    where ctid = any (array(select ctid from ${sql.table(table)} where ${unneeded} for update skip locked))`.execute(tx)
}
