import { sql } from 'kysely'
import type { Reader, Tx } from '../db/database.ts'
import type { Tables } from '../db/tables.ts'
import { type TakingRun, upsert } from '../db/upsert.ts'

type Taken<T extends keyof Tables> = { readonly [C in Exclude<keyof Tables[T], 'run_id' | 'imported_at'>]: unknown }

/** A billing account, a bill, a line of one, and a payment, as the plan's billing sends them. */
export type TakenPremiumAccount = Taken<'premium_account'>
export type TakenBill = Omit<Taken<'premium_bill'>, 'told_on'>
export type TakenLine = Taken<'premium_line'>
export type TakenMove = Taken<'premium_move'>

export interface TakenPremiums {
  readonly accounts: readonly TakenPremiumAccount[]
  readonly bills: readonly TakenBill[]
  readonly lines: readonly TakenLine[]
  readonly moves: readonly TakenMove[]
}

/** Stores accounts, bills and payments, once per id, if their account or bill is stored or comes with them. */
export async function takePremiums(tx: Tx, taken: TakenPremiums, run: TakingRun): Promise<void> {
  await upsert(tx, 'premium_account', ['member_id', 'account_id'], taken.accounts, run)
  await upsert(tx, 'premium_bill', ['member_id', 'bill_id'], taken.bills, run)
  await upsert(tx, 'premium_line', ['member_id', 'line_id'], taken.lines, run)
  await upsert(tx, 'premium_move', ['member_id', 'move_id'], taken.moves, run)
}

/** A line of the gateway's payouts. */
export type TakenPayout = Taken<'payout_line'>

/** Stores lines of payouts, once per id. */
export async function takePayouts(tx: Tx, lines: readonly TakenPayout[], run: TakingRun): Promise<void> {
  await upsert(tx, 'payout_line', ['line_id'], lines, run)
}

/** Ids of the accounts and bills of several members. */
export async function knownPremiums(db: Reader, memberIds: readonly string[]): Promise<ReadonlySet<string>> {
  const theirs = sql<string>`any(${[...memberIds]}::uuid[])`
  const accounts = await db.selectFrom('premium_account').select('account_id').where('member_id', '=', theirs).execute()
  const bills = await db.selectFrom('premium_bill').select('bill_id').where('member_id', '=', theirs).execute()
  return new Set([...accounts.map(({ account_id: id }) => id), ...bills.map(({ bill_id: id }) => id)])
}
