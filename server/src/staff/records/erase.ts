import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { endGrants } from '../../apis/connect/grant-store.ts'
import { closeRows } from '../../identity/accounts/closing-store.ts'
import { readHold } from '../../identity/accounts/legal-hold.ts'
import type { Sessions } from '../../identity/sessions/sessions.ts'
import { endViewings } from '../../identity/sessions/viewing.ts'
import type { AuditContext } from '../../platform/audit/store.ts'
import type { Tx } from '../../platform/db/database.ts'
import { lockAccount, lockMember } from '../../platform/db/row-locks.ts'
import { type ErasureReceipt, type PersonalTable, personalTables, tables } from '../../platform/db/tables.ts'
import type { Limits } from '../../platform/limits/limits.ts'
import { deleteOldThreads, readOldestThread } from './correspondence.ts'
import { correspondenceYears, findFate } from './fates.ts'

/** A legal hold stands: nothing may be erased. */
export class HeldError extends Error {
  readonly matter: string

  constructor(matter: string) {
    super(`A legal hold stands: ${matter}`)
    this.matter = matter
  }
}

export interface EraseParts {
  readonly sessions: Sessions
  readonly limits: Pick<Limits, 'forgetLogin'>
}

export interface Erasing extends AuditContext {
  readonly reason: string
  readonly by: string
}

/**
 * Erases a member (RG-3): closes their accounts, ends all access to and by them, deletes what need not be kept, empties what only links
 * rows, and stores a receipt. Again later, it erases what had to be kept until then. Throws HeldError.
 */
export async function eraseMember(
  tx: Tx,
  memberId: string,
  { sessions, limits }: EraseParts,
  erasing: Erasing,
): Promise<ErasureReceipt> {
  const { now, reason, by } = erasing
  const owned = await tx
    .selectFrom('account')
    .select(['account_id', 'login_id', 'email'])
    .where('member_id', '=', memberId)
    .orderBy('account_id')
    .execute()
  for (const { account_id } of owned) await lockAccount(tx, account_id)
  await lockMember(tx, memberId)
  const hold = await readHold(tx, memberId)
  if (hold !== null) throw new HeldError(hold.matter)
  await endAccess(tx, memberId, sessions, erasing)
  const addresses = owned.flatMap(({ email }) => (email === null ? [] : [email]))
  await dropLetters(tx, memberId, addresses)
  for (const account of owned) await closeAccount(tx, account, { sessions, limits }, now)
  const receipt = await eraseRows(tx, memberId, now)
  const row = { erasure_id: uuidv7(), member_id: memberId, reason, erased_by: by, erased_at: now }
  await tx
    .insertInto('erasure')
    .values({ ...row, receipt: JSON.stringify(receipt) })
    .execute()
  return receipt
}

/** Closes an account as its owner could: no one can sign in, and what it has of them goes. */
export async function closeAccount(
  tx: Tx,
  { account_id: accountId, login_id: loginId }: { readonly account_id: string; readonly login_id: string },
  { sessions, limits }: EraseParts,
  now: Date,
): Promise<void> {
  await endGrants(tx, { accountId }, { reason: 'account-closed', now })
  await endOwnAccess(tx, accountId, now)
  await closeRows(tx, 'account', accountId)
  await sessions.endAll(tx, accountId, { except: null, reason: 'account-closed', now })
  await limits.forgetLogin(tx, loginId)
}

async function eraseRows(tx: Tx, memberId: string, now: Date): Promise<ErasureReceipt> {
  const erased: Record<string, number> = {}
  const kept: Record<string, { readonly rows: number; readonly why: string }> = {}
  const note = (table: string, rows: number) => {
    if (rows > 0) erased[table] = (erased[table] ?? 0) + rows
  }
  for (const [table, rows] of Object.entries(await deleteOldThreads(tx, memberId, subtractYears(now))))
    note(table, rows)
  const own = sql`member_id = ${memberId}`
  note('staff_draft', await countChanged(sql`delete from staff_draft where ${own}`, tx))
  // A worker removes their bytes from where files are kept, and then the rows.
  note(
    'attachment',
    await countChanged(sql`update attachment set state = 'gone' where ${own} and message_id is null`, tx),
  )
  for (const table of await listInOrder(tx)) {
    const fate = findFate(table)
    if (fate === null) note(table, await countChanged(sql`delete from ${sql.table(table)} where ${own}`, tx))
    else {
      const { rows } = await sql<{
        n: number
      }>`select count(*)::int as n from ${sql.table(table)} where ${own}`.execute(tx)
      const [{ n } = { n: 0 }] = rows
      if (n > 0) kept[table] = { rows: n, why: fate.why }
      const changes = Object.entries(fate.becomes ?? {}).map(([column, value]) => sql`${sql.ref(column)} = ${value}`)
      if (n > 0 && changes.length > 0)
        await sql`update ${sql.table(table)} set ${sql.join(changes)} where ${own}`.execute(tx)
    }
  }
  const gone = `ERASED ${memberId.toUpperCase()}`
  await sql`update member set member_number = ${gone}, contract_number = ${gone} where ${own}`.execute(tx)
  const oldest = await readOldestThread(tx, memberId)
  return { erased, kept, again: oldest === null ? null : addYears(oldest, correspondenceYears) }
}

async function countChanged(statement: ReturnType<typeof sql>, tx: Tx): Promise<number> {
  return Number((await statement.execute(tx)).numAffectedRows ?? 0n)
}

/** Tables of members, those that refer to others before them. */
async function listInOrder(tx: Tx): Promise<PersonalTable[]> {
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

/** Ends what others may see of the member, by themselves or by an app. */
async function endAccess(tx: Tx, memberId: string, sessions: Sessions, erasing: Erasing): Promise<void> {
  await endGrants(tx, { memberId }, { reason: 'access-ended', now: erasing.now })
  const viewers = await tx
    .selectFrom('session')
    .select('account_id')
    .distinct()
    .where('method', '=', 'viewing')
    .where('member_id', '=', memberId)
    .where('ended_at', 'is', null)
    .orderBy('account_id')
    .execute()
  for (const { account_id: accountId } of viewers) await endViewings(tx, sessions, { accountId, memberId }, erasing)
}

/** Ends what the person may see of others, and takes their name and address from it. */
async function endOwnAccess(tx: Tx, accountId: string, now: Date): Promise<void> {
  await tx
    .updateTable('person_access')
    .set({ state: 'ended', name: '', email: '', ticket_hash: null, answer_by: null, changed_at: now })
    .where('account_id', '=', accountId)
    .execute()
}

/** E-mails for the member, sent or not: they have their address. */
async function dropLetters(tx: Tx, memberId: string, addresses: readonly string[]): Promise<void> {
  await tx
    .deleteFrom('outbox')
    .where((is) =>
      is.or([
        is('for_member_id', '=', memberId),
        // Others may share the address: what is for them stays.
        ...addresses.map((one) => is.and([is('recipient', '=', one), is('for_member_id', 'is', null)])),
      ]),
    )
    .execute()
}

function subtractYears(now: Date): Date {
  const cutoff = new Date(now)
  cutoff.setUTCFullYear(cutoff.getUTCFullYear() - correspondenceYears)
  return cutoff
}

function addYears(from: Date, years: number): string {
  const then = new Date(from)
  then.setUTCFullYear(then.getUTCFullYear() + years)
  return then.toISOString().slice(0, 10)
}
