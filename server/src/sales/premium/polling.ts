import type { Database } from '../../platform/db/database.ts'
import { isPayment, type PaymentRow, toPaymentKey } from './payment-store.ts'
import type { Payments } from './payments.ts'
import { leaseDue, type PolledRow, type PolledTable } from './polling-store.ts'

interface Round<Row extends PolledRow> {
  readonly database: Database
  readonly of: PolledTable<Row>
  readonly ask: (row: Row) => Promise<unknown>
}

const atOnce = 5

/** Asks the gateway about all rows that are due; any number of servers may do it. Returns how many there were. */
export async function pollDue<Row extends PolledRow>(
  { database, of, ask }: Round<Row>,
  now: Date,
  signal?: AbortSignal,
): Promise<number> {
  let looked = 0
  for (;;) {
    const due = await database.transaction((tx) => leaseDue(tx, of, { now, max: atOnce }))
    await Promise.all(due.map(ask))
    looked += due.length
    if (due.length < atOnce || signal?.aborted) return looked
  }
}

/** Asks the gateway about payments without recent news. */
export function pollPayments(
  { database, payments }: { readonly database: Database; readonly payments: Payments },
  now: Date,
  signal?: AbortSignal,
): Promise<number> {
  const of: PolledTable<PaymentRow> = { table: 'premium_payment', isRow: (row) => isPayment(toPaymentKey(row)) }
  return pollDue({ database, of, ask: (row) => payments.ask(row, now) }, now, signal)
}
