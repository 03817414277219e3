import { sql } from 'kysely'
import type { Reader, Tx } from '../db/database.ts'
import type { Tables } from '../db/tables.ts'

type Row<T extends keyof Tables> = { readonly [C in keyof Tables[T]]: unknown }

/** An account in a plan year, as a vendor's file tells it. */
export type TakenAccount = Omit<Row<'spending_account'>, 'run_id' | 'imported_at'> & {
  readonly member_id: string
  readonly account_id: string
}
/** What moved in an account, as a vendor's file tells it. */
export type TakenTransaction = Omit<Row<'spending_transaction'>, 'run_id' | 'imported_at'> & {
  readonly member_id: string
  readonly transaction_id: string
}

export interface TakingRun {
  readonly runId: string
  readonly now: Date
}

/** Stores accounts whose ids differ. */
export function takeAccounts(tx: Tx, accounts: readonly TakenAccount[], run: TakingRun): Promise<void> {
  return upsert(tx, 'spending_account', ['member_id', 'account_id'], accounts, run)
}

/** Stores transactions whose ids differ, of accounts that are stored. */
export function takeTransactions(tx: Tx, transactions: readonly TakenTransaction[], run: TakingRun): Promise<void> {
  return upsert(tx, 'spending_transaction', ['member_id', 'transaction_id'], transactions, run)
}

/** One statement for all, whatever their number: the rows go as one JSON value. */
async function upsert(
  tx: Tx,
  table: 'spending_account' | 'spending_transaction',
  key: readonly string[],
  rows: readonly object[],
  run: TakingRun,
): Promise<void> {
  if (rows.length === 0) return
  const stored = rows.map((row) => ({ ...row, run_id: run.runId, imported_at: run.now.toISOString() }))
  const columns = Object.keys(stored[0] ?? {})
  const listed = sql.join(columns.map((name) => sql.ref(name)))
  const changes = columns
    .filter((name) => !key.includes(name))
    .map((name) => sql`${sql.ref(name)} = excluded.${sql.ref(name)}`)
  await sql`insert into ${sql.table(table)} (${listed})
    select ${listed} from jsonb_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(stored)}::jsonb)
    on conflict (${sql.join(key.map((name) => sql.ref(name)))}) do update set ${sql.join(changes)}`.execute(tx)
}

/** A plan year of an account, to find whose a transaction is. */
export interface KnownAccount {
  readonly memberId: string
  readonly accountId: string
  readonly accountNumber: string
  readonly planYear: number
  readonly beginDate: string | null
}

/** All plan years of several members' accounts, the earliest first. */
export async function knownAccounts(db: Reader, memberIds: readonly string[]): Promise<KnownAccount[]> {
  return db
    .selectFrom('spending_account')
    .select(['member_id as memberId', 'account_id as accountId', 'account_number as accountNumber'])
    .select(['plan_year as planYear', 'begin_date as beginDate'])
    .where('member_id', '=', sql<string>`any(${[...memberIds]}::uuid[])`)
    .orderBy('plan_year')
    .execute()
}

/** Writes down that brands have sent spending accounts, so that having none is told from not having sent any. */
export async function noteSent(tx: Tx, brands: readonly string[], run: TakingRun): Promise<void> {
  for (const brand of new Set(brands)) {
    await tx
      .insertInto('spending_sent')
      .values({ brand, sent_at: run.now })
      .onConflict((conflict) => conflict.column('brand').doUpdateSet({ sent_at: run.now }))
      .execute()
  }
}
