import type { PricedPlan } from '@portico/rules/shop/price-plan'
import type { Reduction } from '@portico/rules/shop/reductions'
import type { PlanDetail } from './types.ts'

/** A plan's price for the quoted household, or why there is none to show. */
export type PlanPrice<Plan> =
  | { readonly kind: 'known'; readonly plan: Plan }
  | { readonly kind: 'loading' | 'failed' | 'no-basis' | 'not-here' | 'no-rate' }

/** What a quote says about one plan; nothing is called unknown before the quote is there. */
export function planPrice<Plan extends { readonly planId: string; readonly premiumCents: number | null }>(
  planId: string,
  quote: {
    readonly basis: object | null
    readonly failed: boolean
    readonly value: { readonly plans: readonly Plan[] } | null
  },
): PlanPrice<Plan> {
  if (quote.basis === null) return { kind: 'no-basis' }
  if (quote.failed) return { kind: 'failed' }
  if (quote.value === null) return { kind: 'loading' }
  const plan = quote.value.plans.find((one) => one.planId === planId)
  if (plan === undefined) return { kind: 'not-here' }
  return plan.premiumCents === null ? { kind: 'no-rate' } : { kind: 'known', plan }
}

/** A plan's limits and benefits. */
export type PlanTerms = Omit<PlanDetail['reduced'][number], 'reduction'>

/** A plan with reduced cost sharing, if the exchange's files have that variant. */
export function pickTerms(plan: PlanDetail, reduction: PricedPlan['reduction']): PlanTerms {
  const isWanted = (one: { readonly reduction: Reduction }) => one.reduction === reduction
  return plan.reduced.find(isWanted) ?? plan
}

/** The plans among some that a quote has; others cannot be compared at the person's present address. */
export function keepQuoted(planIds: readonly string[], plans: readonly { readonly planId: string }[]): string[] {
  return planIds.filter((id) => plans.some(({ planId }) => planId === id))
}
