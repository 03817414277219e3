import { computePollDelayMs } from '@portico/rules/premium/payment'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Tx } from '../../platform/db/database.ts'

/** A row about which we ask the gateway until it is settled. */
export interface PolledRow {
  readonly looks: number
}

/** The table of the rows, and the condition that identifies a row. */
export interface PolledTable<Row extends PolledRow> {
  readonly table: 'premium_payment' | 'premium_method'
  readonly isRow: (row: Row) => RawBuilder<SqlBool>
}

/** How long the server that asks the gateway about a row leases it. */
const leaseMs = 30_000

/** Leases some rows that are due, and schedules the next poll of each unless it is settled by then. */
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
