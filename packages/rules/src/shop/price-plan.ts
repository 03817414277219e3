import type { ListedPlan } from './plan-list.ts'
import type { Reduction } from './reductions.ts'

/** A plan at the single price that the shop shows for it everywhere (SH-5). */
export type PricedPlan<Plan extends ListedPlan = ListedPlan> = Plan & {
  /** A month's premium, after the credit if the person takes it. */
  readonly monthCents: number | null
  readonly reduction: Reduction | null
}

const noDrugDeductible = {
  drugDeductibleCents: undefined,
  drugDeductibleFamilyCents: undefined,
  drugDeductibleEachCents: undefined,
}

/** A plan with the help that the marketplace gives, or at its full price and terms. */
export function pricePlan<Plan extends ListedPlan>(plan: Plan, withCredit: boolean): PricedPlan<Plan> {
  const { premiumCents, creditCents, reduced } = plan
  if (!withCredit) return { ...plan, creditCents: 0, monthCents: premiumCents, reduction: null }
  const monthCents = premiumCents === null ? null : afterCredit(premiumCents, creditCents)
  // The reduced plan has a separate drug deductible only if it states one.
  const own = reduced === null ? plan : { ...plan, ...noDrugDeductible }
  return { ...own, ...reduced, monthCents, reduction: reduced?.reduction ?? null }
}

/** What is left to pay of a month's premium. */
export function afterCredit(premiumCents: number, creditCents: number): number {
  return Math.max(0, premiumCents - creditCents)
}
