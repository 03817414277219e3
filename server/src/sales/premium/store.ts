import type { Told } from '@portico/rules/premium/told'
import { type Selectable, sql } from 'kysely'
import type { Reader } from '../../platform/db/database.ts'
import type { Tables } from '../../platform/db/tables.ts'

export type AccountRow = Selectable<Tables['premium_account']>
export type BillRow = Selectable<Tables['premium_bill']>
export type LineRow = Selectable<Tables['premium_line']>
export type MoveRow = Selectable<Tables['premium_move']>

/** Ids of the billing accounts and bills of several members. */
export async function listPremiumIds(db: Reader, memberIds: readonly string[]): Promise<readonly string[]> {
  const theirs = sql<string>`any(${[...memberIds]}::uuid[])`
  const accounts = await db.selectFrom('premium_account').select('account_id').where('member_id', '=', theirs).execute()
  const bills = await db.selectFrom('premium_bill').select('bill_id').where('member_id', '=', theirs).execute()
  return [...accounts.map(({ account_id: id }) => id), ...bills.map(({ bill_id: id }) => id)]
}

/** Whether a plan has ever sent premium bills. */
export async function hasSentPremiums(db: Reader, brand: string): Promise<boolean> {
  const row = await db.selectFrom('premium_sent').select('brand').where('brand', '=', brand).executeTakeFirst()
  return row !== undefined
}

/** A member's billing accounts, open ones first. */
export function selectAccounts(db: Reader, memberId: string) {
  return db
    .selectFrom('premium_account')
    .selectAll()
    .where('member_id', '=', memberId)
    .where('state', '<>', 'withdrawn')
    .orderBy('state', 'desc')
    .orderBy('account_number')
    .limit(20)
}

export function findPremiumAccount(db: Reader, memberId: string, accountId: string): Promise<AccountRow | undefined> {
  return db
    .selectFrom('premium_account')
    .selectAll()
    .where('member_id', '=', memberId)
    .where('account_id', '=', accountId)
    .executeTakeFirst()
}

/** The newest bills of an account, at most `max`. */
export function selectBills(db: Reader, memberId: string, accountId: string, max: number) {
  return selectSentBills(db, memberId)
    .where('account_id', '=', accountId)
    .orderBy('due_on', (order) => order.desc().nullsLast())
    .orderBy('bill_id')
    .limit(max)
}

/** The fields of a bill that tell when how much is owed. */
export type OwedBill = Pick<BillRow, 'account_id' | 'bill_id' | 'due_on' | 'amount_cents'>

/** The newest bills of each of a member's accounts, at most `max` per account, in the order of `selectBills`. */
export function selectOwedBills(memberId: string, max: number) {
  return sql<OwedBill>`
    select account_id, bill_id, due_on, amount_cents from (
      select account_id, bill_id, due_on, amount_cents,
        row_number() over (partition by account_id order by due_on desc nulls last, bill_id) as place
      from premium_bill where member_id = ${memberId} and state = 'sent') ranked
    where place <= ${max}::int order by account_id, place`
}

export type CarriedLine = Pick<LineRow, 'bill_id' | 'kind' | 'amount_cents'>

/** The lines of those bills that carry over amounts from earlier bills. */
export function selectCarried(memberId: string, max: number) {
  return sql<CarriedLine>`
    select bill_id, kind, amount_cents from premium_line where member_id = ${memberId} and state = 'sent' and kind = 'carried'
      and bill_id in (select bill_id from (${selectOwedBills(memberId, max)}) owed) limit ${sql.lit(maxLines)}`
}

export function findBill(db: Reader, memberId: string, billId: string): Promise<BillRow | undefined> {
  return selectSentBills(db, memberId).where('bill_id', '=', billId).executeTakeFirst()
}

function selectSentBills(db: Reader, memberId: string) {
  return db.selectFrom('premium_bill').selectAll().where('member_id', '=', memberId).where('state', '=', 'sent')
}

/** The lines of bills. */
export async function listBillLines(db: Reader, memberId: string, billIds: readonly string[]): Promise<LineRow[]> {
  if (billIds.length === 0) return []
  return selectSentLines(db, memberId).where('bill_id', 'in', billIds).orderBy('position').execute()
}

const maxLines = 2_000

function selectSentLines(db: Reader, memberId: string) {
  return db
    .selectFrom('premium_line')
    .selectAll()
    .where('member_id', '=', memberId)
    .where('state', '=', 'sent')
    .limit(maxLines)
}

/** The payments and refunds of an account, newest first, at most `max`. */
export function listMoves(db: Reader, memberId: string, accountId: string, max: number): Promise<MoveRow[]> {
  return selectMoves(db, memberId)
    .where('account_id', '=', accountId)
    .orderBy('moved_on', 'desc')
    .orderBy('move_id')
    .limit(max)
    .execute()
}

export function findMove(db: Reader, memberId: string, moveId: string): Promise<MoveRow | undefined> {
  return selectMoves(db, memberId).where('move_id', '=', moveId).executeTakeFirst()
}

function selectMoves(db: Reader, memberId: string) {
  return db.selectFrom('premium_move').selectAll().where('member_id', '=', memberId).where('state', '=', 'posted')
}

/** The premium amounts in the plan's enrollment files for a member; empty: they have none. */
export async function readTold(db: Reader, memberId: string): Promise<readonly Told[]> {
  const row = await db.selectFrom('x12_member').select('person').where('member_id', '=', memberId).executeTakeFirst()
  return row?.person.told ?? []
}
