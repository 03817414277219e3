import type { Reader, Tx } from '../../platform/db/database.ts'
import type { Tables } from '../../platform/db/tables.ts'
import { type ImportRun, upsert } from '../../platform/db/upsert.ts'
import { listPremiumIds } from './store.ts'

type Imported<T extends keyof Tables> = { readonly [C in Exclude<keyof Tables[T], 'run_id' | 'imported_at'>]: unknown }

/** A billing account, a bill, a bill line and a payment, as the plan's billing sends them. */
export type ImportedPremiumAccount = Imported<'premium_account'>
export type ImportedBill = Omit<Imported<'premium_bill'>, 'told_on'>
export type ImportedLine = Imported<'premium_line'>
export type ImportedMove = Imported<'premium_move'>

export interface ImportedPremiums {
  readonly accounts: readonly ImportedPremiumAccount[]
  readonly bills: readonly ImportedBill[]
  readonly lines: readonly ImportedLine[]
  readonly moves: readonly ImportedMove[]
}

/** Stores accounts, bills and payments, once per id, if their account or bill is stored or comes with them. */
export async function importPremiums(tx: Tx, imported: ImportedPremiums, run: ImportRun): Promise<void> {
  await upsert(tx, 'premium_account', ['member_id', 'account_id'], imported.accounts, run)
  await upsert(tx, 'premium_bill', ['member_id', 'bill_id'], imported.bills, run)
  await upsert(tx, 'premium_line', ['member_id', 'line_id'], imported.lines, run)
  await upsert(tx, 'premium_move', ['member_id', 'move_id'], imported.moves, run)
}

/** A line of the gateway's payouts. */
export type ImportedPayout = Imported<'payout_line'>

/** Stores lines of payouts, once per id. */
export async function importPayouts(tx: Tx, lines: readonly ImportedPayout[], run: ImportRun): Promise<void> {
  await upsert(tx, 'payout_line', ['line_id'], lines, run)
}

/** Ids of the accounts and bills of several members. */
export async function listKnownPremiums(db: Reader, memberIds: readonly string[]): Promise<ReadonlySet<string>> {
  return new Set(await listPremiumIds(db, memberIds))
}
