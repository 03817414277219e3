import { Outlook } from './outlook.tsx'
import { Transactions, type TransactionsProps } from './transactions.tsx'

interface BelowYearProps {
  /** Whether the year shown is this one, of which something is still to come. */
  readonly hasOutlook: boolean
  /** Null where there are no accounts. */
  readonly transactions: TransactionsProps | null
}

/** What stands below the sums of a year: one piece, so that a first view asks for few files (BR-13). */
export function BelowYear({ hasOutlook, transactions }: BelowYearProps) {
  return (
    <>
      {hasOutlook && <Outlook />}
      {transactions !== null && <Transactions {...transactions} />}
    </>
  )
}
