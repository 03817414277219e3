/** How the ledger, the gateway's records and the bank's files can differ (MP-19). */
export const ledgerDifferences = [
  'not-ours',
  'not-at-gateway',
  'amount',
  'not-as-asked',
  'late',
  'not-posted',
  'bank-not-ours',
  'bank-amount',
  'not-in-bank',
] as const
export type LedgerDifference = (typeof ledgerDifferences)[number]
