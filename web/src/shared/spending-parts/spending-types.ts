import type { PayloadOf } from '@portico/contract/call'
import type { listTransactions, spendingSummary, spendingYear } from '@portico/contract/calls/spending'

export type SummaryData = PayloadOf<typeof spendingSummary>
export type SpendingAccountData = SummaryData['accounts'][number]
export type PayableData = SummaryData['claims'][number]
export type TransactionPageData = PayloadOf<typeof listTransactions>
export type TransactionData = TransactionPageData['transactions'][number]
export type YearData = PayloadOf<typeof spendingYear>
