/**
 * Kinds of spending accounts: health savings, health flexible spending, flexible spending for dental and vision care only (limited
 * purpose), dependent care, and health reimbursement accounts.
 */
export const spendingAccountTypes = ['HSA', 'FSA', 'LPFSA', 'DCA', 'HRA'] as const
export type SpendingAccountType = (typeof spendingAccountTypes)[number]

/** What moves money into or out of an account. */
export const transactionKinds = [
  'contribution',
  'payment',
  'card',
  'reimbursement',
  'fee',
  'interest',
  'adjustment',
] as const
export type TransactionKind = (typeof transactionKinds)[number]

/** `receipt-needed`: paid by card, and the vendor asks for a receipt. */
export const transactionStates = ['posted', 'pending', 'denied', 'receipt-needed'] as const
export type TransactionState = (typeof transactionStates)[number]

/** Whether a transaction has moved money; pending and denied ones have not. */
export function hasMoved(state: TransactionState): boolean {
  return state === 'posted' || state === 'receipt-needed'
}

/** What a vendor reports about an account in a plan year, in cents; null: it does not say. */
export interface AccountFigures {
  readonly type: SpendingAccountType
  /** What the member chose to pay in, or what the employer gives, for the whole year. */
  readonly electionCents: number | null
  readonly employeeCents: number | null
  readonly employerCents: number | null
  readonly spentCents: number | null
  readonly balanceCents: number | null
}

/** What everyone together has paid in; null: the vendor reports neither part. */
export function sumContributed({ employeeCents, employerCents }: AccountFigures): number | null {
  if (employeeCents === null && employerCents === null) return null
  return (employeeCents ?? 0) + (employerCents ?? 0)
}

/** Whether people can spend only money already paid in; in the other accounts, the whole year's amount is available from the first day. */
function isPaidInFirst(type: SpendingAccountType): boolean {
  return type === 'HSA' || type === 'DCA'
}

/**
 * What can still be spent: as the vendor reports it, or computed if the other figures leave no choice; null: not known. A health
 * savings account carries money over from earlier years, so only the vendor knows its balance. It is also the only account that can be
 * overdrawn.
 */
export function balanceCents(account: AccountFigures): number | null {
  if (account.balanceCents !== null || account.type === 'HSA') return account.balanceCents
  const from = isPaidInFirst(account.type) ? sumContributed(account) : account.electionCents
  if (from === null || account.spentCents === null) return null
  return Math.max(0, from - account.spentCents)
}
