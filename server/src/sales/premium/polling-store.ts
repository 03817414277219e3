import { computePollDelayMs } from '@portico/rules/premium/payment'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Tx } from '../../platform/db/database.ts'

/** A row that the gateway is asked about until it is settled. */
export interface PolledRow {
  readonly looks: number
}

/** The table of the rows, and the condition that finds one again. */
export interface PolledTable<Row extends PolledRow> {
  readonly table: 'premium_payment' | 'premium_method'
  readonly isRow: (row: Row) => RawBuilder<SqlBool>
}

/** How long a row is reserved for the server that asks the gateway about it. */
const leaseMs = 30_000

/** Leases some rows that are due, and sets when each is asked about again unless it is settled. */
export async function leaseDue<Row extends PolledRow>(
  tx: Tx,
  { table, isRow }: PolledTable<Row>,
  { now, max }: { readonly now: Date; readonly max: number },
): Promise<readonly Row[]> {
  const kept = sql.table(table)
  const { rows } = await sql<Row>`select * from ${kept} where look_at <= ${now}
    order by look_at limit ${max} for update skip locked`.execute(tx)
  for (const row of rows) {
    const looks = row.looks + 1
    const at = new Date(now.getTime() + Math.max(leaseMs, computePollDelayMs(looks)))
    await sql`update ${kept} set look_at = ${at}, looks = ${looks} where ${isRow(row)}`.execute(tx)
  }
  return rows
}
