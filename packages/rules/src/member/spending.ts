/** Health savings, flexible spending, health reimbursement and dependent care accounts. */
export type SpendingAccountType = 'HSA' | 'FSA' | 'HRA' | 'DCA'

/**
 * What can still be spent, in cents: of a savings or dependent care account what has been paid in, of the others the whole
 * year's amount, from its first day.
 */
export function balanceCents(account: {
  readonly type: SpendingAccountType
  readonly annualCents: number
  readonly contributedCents: number
  readonly spentCents: number
}): number {
  const { type, annualCents, contributedCents, spentCents } = account
  return (type === 'HSA' || type === 'DCA' ? contributedCents : annualCents) - spentCents
}
