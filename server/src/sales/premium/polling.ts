import { computePollDelayMs } from '@portico/rules/premium/payment'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Database, Tx } from '../../platform/db/database.ts'
import { isPayment, type PaymentRow, toPaymentKey } from './payment-store.ts'
import type { Payments } from './payments.ts'

/** A row that the gateway is asked about until it is settled. */
interface PolledRow {
  readonly looks: number
}

/** The table of the rows, and the condition that finds one again. */
export interface PolledTable<Row extends PolledRow> {
  readonly table: 'premium_payment' | 'premium_method'
  readonly isRow: (row: Row) => RawBuilder<SqlBool>
}

interface Round<Row extends PolledRow> {
  readonly database: Database
  readonly of: PolledTable<Row>
  readonly ask: (row: Row) => Promise<unknown>
}

const atOnce = 5
/** How long a row is reserved for the server that asks the gateway about it. */
const leaseMs = 30_000

/** Asks the gateway about all rows that are due; any number of servers may do it. Returns how many there were. */
export async function pollDue<Row extends PolledRow>(
  { database, of, ask }: Round<Row>,
  now: Date,
  signal?: AbortSignal,
): Promise<number> {
  let looked = 0
  for (;;) {
    const due = await database.transaction((tx) => leaseDue(tx, of, now))
    await Promise.all(due.map(ask))
    looked += due.length
    if (due.length < atOnce || signal?.aborted) return looked
  }
}

/** Asks the gateway about payments that have had no news for a while. */
export function pollPayments(
  { database, payments }: { readonly database: Database; readonly payments: Payments },
  now: Date,
  signal?: AbortSignal,
): Promise<number> {
  const of: PolledTable<PaymentRow> = { table: 'premium_payment', isRow: (row) => isPayment(toPaymentKey(row)) }
  return pollDue({ database, of, ask: (row) => payments.ask(row, now) }, now, signal)
}

/** Claims some rows that are due, and sets when each is asked about again unless it is settled. */
async function leaseDue<Row extends PolledRow>(
  tx: Tx,
  { table, isRow }: PolledTable<Row>,
  now: Date,
): Promise<readonly Row[]> {
  const kept = sql.table(table)
  const { rows } = await sql<Row>`select * from ${kept} where look_at <= ${now}
    order by look_at limit ${atOnce} for update skip locked`.execute(tx)
  for (const row of rows) {
    const looks = row.looks + 1
    const at = new Date(now.getTime() + Math.max(leaseMs, computePollDelayMs(looks)))
    await sql`update ${kept} set look_at = ${at}, looks = ${looks} where ${isRow(row)}`.execute(tx)
  }
  return rows
}
