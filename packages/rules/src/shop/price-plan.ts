import type { ListedPlan } from './plan-list.ts'
import type { Reduction } from './reductions.ts'

/** A plan at the one price that the shop shows of it everywhere (SH-5). */
export type PricedPlan<Plan extends ListedPlan = ListedPlan> = Plan & {
  /** A month's premium, after the credit if that is taken. */
  readonly monthCents: number | null
  readonly reduction: Reduction | null
}

const noDrugDeductible = {
  drugDeductibleCents: undefined,
  drugDeductibleFamilyCents: undefined,
  drugDeductibleEachCents: undefined,
}

/** A plan as it is with the help that the exchange gives, or at its full price and terms. */
export function pricePlan<Plan extends ListedPlan>(plan: Plan, withCredit: boolean): PricedPlan<Plan> {
  const { premiumCents, creditCents, reduced } = plan
  if (!withCredit) return { ...plan, creditCents: 0, monthCents: premiumCents, reduction: null }
  const monthCents = premiumCents === null ? null : afterCredit(premiumCents, creditCents)
  // The plan that it becomes has a deductible of drugs only if it says so itself.
  const own = reduced === null ? plan : { ...plan, ...noDrugDeductible }
  return { ...own, ...reduced, monthCents, reduction: reduced?.reduction ?? null }
}

/** What is left to pay of a month's premium. */
export function afterCredit(premiumCents: number, creditCents: number): number {
  return Math.max(0, premiumCents - creditCents)
}
