import { Outlook } from './outlook.tsx'
import { Transactions, type TransactionsProps } from './transactions.tsx'

interface BelowYearProps {
  /** Whether the shown year is the current one, which still has an outlook. */
  readonly hasOutlook: boolean
  /** Null if there are no accounts. */
  readonly transactions: TransactionsProps | null
}

/** The part below a year's sums: one chunk, so that a first view requests few files (BR-13). */
export function BelowYear({ hasOutlook, transactions }: BelowYearProps) {
  return (
    <>
      {hasOutlook && <Outlook />}
      {transactions !== null && <Transactions {...transactions} />}
    </>
  )
}
