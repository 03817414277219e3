/** What a line of a premium bill is for. `carried`: what was left unpaid on earlier bills. */
export const premiumLineKinds = ['premium', 'tax-credit', 'fee', 'adjustment', 'carried'] as const
export type PremiumLineKind = (typeof premiumLineKinds)[number]

/** What else moves a premium account besides bills. `returned`: a payment that the bank took back. */
export const premiumMoveKinds = ['payment', 'refund', 'returned', 'adjustment'] as const
export type PremiumMoveKind = (typeof premiumMoveKinds)[number]

export const premiumWays = ['card', 'bank', 'check', 'cash', 'payroll', 'other'] as const
export type PremiumWay = (typeof premiumWays)[number]

/** When the contract ends coverage if the premium is still unpaid at the end of the grace period. */
export const coverageEndRules = ['first-month', 'paid-through', 'grace-end'] as const
export type CoverageEndRule = (typeof coverageEndRules)[number]
