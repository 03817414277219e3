/** What a line of a premium bill is for. `carried`: what earlier bills left unpaid. */
export const premiumLineKinds = ['premium', 'tax-credit', 'fee', 'adjustment', 'carried'] as const
export type PremiumLineKind = (typeof premiumLineKinds)[number]

/** What moved on a premium account besides bills. `returned`: a payment that the bank took back. */
export const premiumMoveKinds = ['payment', 'refund', 'returned', 'adjustment'] as const
export type PremiumMoveKind = (typeof premiumMoveKinds)[number]

export const premiumWays = ['card', 'bank', 'check', 'cash', 'payroll', 'other'] as const
export type PremiumWay = (typeof premiumWays)[number]

/** When coverage ends if the premium stays unpaid until the grace period is over, as the contract has it. */
export const coverageEndRules = ['first-month', 'paid-through', 'grace-end'] as const
export type CoverageEndRule = (typeof coverageEndRules)[number]
