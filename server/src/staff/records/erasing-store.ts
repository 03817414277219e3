import { type Insertable, sql } from 'kysely'
import type { Tx } from '../../platform/db/database.ts'
import { type PersonalTable, personalTables, type Tables, tables } from '../../platform/db/tables.ts'

export function listAccounts(tx: Tx, memberId: string) {
  return tx
    .selectFrom('account')
    .select(['account_id', 'login_id', 'email'])
    .where('member_id', '=', memberId)
    .orderBy('account_id')
    .execute()
}

export async function insertErasure(tx: Tx, row: Insertable<Tables['erasure']>): Promise<void> {
  await tx.insertInto('erasure').values(row).execute()
}

export async function deleteOwn(tx: Tx, table: string, memberId: string): Promise<number> {
  const { numAffectedRows } = await sql`delete from ${sql.table(table)} where member_id = ${memberId}`.execute(tx)
  return Number(numAffectedRows ?? 0n)
}

/** Forgets with whom the member shared a contract, in the rows of the others, too. */
export async function deleteKin(tx: Tx, memberId: string): Promise<number> {
  const { numAffectedRows } = await sql`delete from former_kin where kin_id = ${memberId}`.execute(tx)
  return Number(numAffectedRows ?? 0n)
}

/** A worker removes the files' bytes, and then the rows. */
export async function giveUpFiles(tx: Tx, memberId: string): Promise<number> {
  const { numAffectedRows } = await sql`update attachment set state = 'gone'
    where member_id = ${memberId} and message_id is null`.execute(tx)
  return Number(numAffectedRows ?? 0n)
}

export async function countOwn(tx: Tx, table: string, memberId: string): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from ${sql.table(table)}
    where member_id = ${memberId}`.execute(tx)
  return rows[0]?.n ?? 0
}

export async function emptyColumns(
  tx: Tx,
  table: string,
  memberId: string,
  becomes: Readonly<Record<string, unknown>>,
): Promise<void> {
  const changes = Object.entries(becomes).map(([column, value]) => sql`${sql.ref(column)} = ${value}`)
  if (changes.length === 0) return
  await sql`update ${sql.table(table)} set ${sql.join(changes)} where member_id = ${memberId}`.execute(tx)
}

/** Changes the number, so that no file of the plan finds them again. */
export async function renumberErased(tx: Tx, memberId: string): Promise<void> {
  const gone = `ERASED ${memberId.toUpperCase()}`
  await sql`update member set member_number = ${gone}, contract_number = ${gone} where member_id = ${memberId}`.execute(
    tx,
  )
}

/** Tables of members, referring tables first. */
export async function listInOrder(tx: Tx): Promise<PersonalTable[]> {
  const { rows } = await sql<{ child: string; parent: string }>`
    select distinct child.relname as child, parent.relname as parent
    from pg_constraint join pg_class child on child.oid = conrelid join pg_class parent on parent.oid = confrelid
    where contype = 'f' and conrelid <> confrelid and child.relnamespace = current_schema()::regnamespace`.execute(tx)
  const left = new Set<string>(personalTables.filter((table) => tables[table].of === 'member'))
  const order: PersonalTable[] = []
  while (left.size > 0) {
    const free = [...left].filter((table) => !rows.some(({ child, parent }) => parent === table && left.has(child)))
    if (free.length === 0) throw new Error(`Tables refer to each other: ${[...left].join(', ')}`)
    for (const table of free) left.delete(table)
    order.push(...(free as PersonalTable[]))
  }
  return order
}

/** The accounts that are looking at the member's information now. */
export async function listViewers(tx: Tx, memberId: string): Promise<string[]> {
  const viewers = await tx
    .selectFrom('session')
    .select('account_id')
    .distinct()
    .where('method', '=', 'viewing')
    .where('member_id', '=', memberId)
    .where('ended_at', 'is', null)
    .orderBy('account_id')
    .execute()
  return viewers.map(({ account_id }) => account_id)
}

/** Ends what the person may see of others, and removes their name and address from those records. */
export async function endOwnAccess(tx: Tx, accountId: string, now: Date): Promise<void> {
  await tx
    .updateTable('person_access')
    .set({ state: 'ended', name: '', email: '', ticket_hash: null, answer_by: null, changed_at: now })
    .where('account_id', '=', accountId)
    .execute()
}

/** Deletes e-mails for the member, sent or not: they contain the address. */
export async function dropLetters(tx: Tx, memberId: string, addresses: readonly string[]): Promise<void> {
  await tx
    .deleteFrom('outbox')
    .where((is) =>
      is.or([
        is('for_member_id', '=', memberId),
        // Other people may share the address: their e-mails stay.
        ...addresses.map((one) => is.and([is('recipient', '=', one), is('for_member_id', 'is', null)])),
      ]),
    )
    .execute()
}
