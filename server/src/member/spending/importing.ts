import type { Reader, Tx } from '../../platform/db/database.ts'
import type { Tables } from '../../platform/db/tables.ts'
import { type ImportRun, upsert } from '../../platform/db/upsert.ts'
import { listAccountYears } from './store.ts'

type Row<T extends keyof Tables> = { readonly [C in keyof Tables[T]]: unknown }

/** An account in a plan year, from a vendor's file. */
export type ImportedAccount = Omit<Row<'spending_account'>, 'told_day' | 'run_id' | 'imported_at'> & {
  readonly member_id: string
  readonly account_id: string
}
/** A transaction of an account, from a vendor's file. */
export type ImportedTransaction = Omit<Row<'spending_transaction'>, 'run_id' | 'imported_at'> & {
  readonly member_id: string
  readonly transaction_id: string
}

/** Stores accounts with different ids. */
export function importAccounts(tx: Tx, accounts: readonly ImportedAccount[], run: ImportRun): Promise<void> {
  return upsert(tx, 'spending_account', ['member_id', 'account_id'], accounts, run)
}

/** Stores transactions with different ids, whose accounts are already stored. */
export function importTransactions(
  tx: Tx,
  transactions: readonly ImportedTransaction[],
  run: ImportRun,
): Promise<void> {
  return upsert(tx, 'spending_transaction', ['member_id', 'transaction_id'], transactions, run)
}

/** A plan year of an account, to find the account that a transaction belongs to. */
export interface KnownAccount {
  readonly memberId: string
  readonly accountId: string
  readonly accountNumber: string
  readonly planYear: number
  readonly beginDate: string | null
}

/** All plan years of several members' accounts, earliest first. */
export async function listKnownAccounts(db: Reader, memberIds: readonly string[]): Promise<KnownAccount[]> {
  return listAccountYears(db, memberIds)
}
