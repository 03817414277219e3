import type { Quote } from './types.ts'

/** A plan's price for whom it was quoted, or why there is none to show. */
export type PlanPrice =
  | { readonly kind: 'known'; readonly cents: number }
  | { readonly kind: 'loading' | 'failed' | 'no-basis' | 'not-here' | 'no-rate' }

/** What a quote says about one plan; until it is there, nothing is said to be unknown. */
export function planPrice(
  planId: string,
  quote: {
    readonly basis: object | null
    readonly failed: boolean
    readonly value: { readonly plans: readonly Pick<Quote['plans'][number], 'planId' | 'premiumCents'>[] } | null
  },
): PlanPrice {
  if (quote.basis === null) return { kind: 'no-basis' }
  if (quote.failed) return { kind: 'failed' }
  if (quote.value === null) return { kind: 'loading' }
  const plan = quote.value.plans.find((one) => one.planId === planId)
  if (plan === undefined) return { kind: 'not-here' }
  return plan.premiumCents === null ? { kind: 'no-rate' } : { kind: 'known', cents: plan.premiumCents }
}

/** Those of some plans that a quote has: others cannot be compared where someone lives now. */
export function keepQuoted(planIds: readonly string[], plans: readonly { readonly planId: string }[]): string[] {
  return planIds.filter((id) => plans.some(({ planId }) => planId === id))
}
