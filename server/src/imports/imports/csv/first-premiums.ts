import { type NotPaid, recordFirstPremium } from '../../../sales/shop/first-premiums.ts'
import { Refused } from '../refused.ts'
import { acceptId, day, money } from './cell-types.ts'
import { type Columns, type CsvKind, requireColumn } from './kind.ts'

const columns = {
  application_number: requireColumn(acceptId(20), 'the number of the application, as in its e-mails and on the bill'),
  paid_on: requireColumn(day, 'when the first premium came'),
  amount: requireColumn(money, 'the amount received; must equal the first premium to the cent'),
} satisfies Columns

const reasons: Readonly<Record<NotPaid, readonly [column: keyof typeof columns, reason: string]>> = {
  unknown: ['application_number', 'there is no such application of the brand'],
  'other-amount': ['amount', 'is not the first premium of the application'],
  late: ['paid_on', 'is after the last day on which the first premium counts'],
  ended: ['application_number', 'has ended because no premium came in time'],
}

/** First premiums that the plan's billing has received, which move applications on (SH-9). */
export const firstPremiums: CsvKind<typeof columns> = {
  name: 'first-premiums',
  columns,
  toKey: (row) => [row.application_number],
  store: async (tx, rows, run) => {
    const outcome: (Refused | null)[] = []
    for (const { brand, values } of rows) {
      const paid = { brand, applicationNumber: values.application_number, cents: values.amount, paidOn: values.paid_on }
      const why = await recordFirstPremium(tx, paid, run.now)
      outcome.push(why === null ? null : new Refused(...reasons[why]))
    }
    return outcome
  },
}
