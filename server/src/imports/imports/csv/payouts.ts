import { importPayouts } from '../../../sales/premium/importing.ts'
import { acceptId, acceptOne, day, money, uuid } from './cell-types.ts'
import { type Columns, type CsvKind, optional, requireColumn } from './kind.ts'

const columns = {
  line_id: requireColumn(acceptId(100), 'the gateway’s id for the line; each is counted once'),
  payout: requireColumn(acceptId(100), 'the transfer to the bank that it was part of'),
  paid_on: requireColumn(day, 'when that transfer reached the bank'),
  kind: requireColumn(
    acceptOne({ payment: 'payment', refund: 'refund', other: 'other' }),
    'a payment, a refund, or something else such as a fee',
  ),
  payment_id: optional(
    uuid,
    'the id of the payment in the portal, which the gateway has as `payment_id` in its metadata',
  ),
  amount: requireColumn(money, 'before fees; money returned is negative'),
} satisfies Columns

/** The gateway's payouts to the plan's bank, for the nightly comparison with the ledger (MP-19). */
export const payouts: CsvKind<typeof columns> = {
  name: 'payouts',
  columns,
  toKey: (row) => [row.line_id],
  store: async (tx, rows, run) => {
    const lines = rows.map(({ brand, values: { line_id, payout, paid_on, kind, payment_id, amount } }) => ({
      line_id: `${brand} ${line_id}`,
      payout,
      paid_on,
      kind,
      payment_id,
      amount_cents: amount,
    }))
    await importPayouts(tx, lines, { runId: run.runId, now: run.now })
    return rows.map(() => null)
  },
}
