import type { Metal, NetworkType, PlanLine } from './lines.ts'
import { afterCredit } from './tax-credit.ts'
import type { CareLevel } from './year-cost.ts'

/** What lists of quoted plans are filtered and sorted by; money in cents, null: not known. */
export interface ListedPlan {
  readonly planId: string
  readonly name: string
  readonly line: PlanLine
  readonly metal: Metal | null
  readonly networkType: NetworkType | null
  readonly hsa: boolean | null
  readonly premiumCents: number | null
  readonly deductibleCents: number | null
  readonly outOfPocketCents: number | null
  readonly careCents: Readonly<Record<CareLevel, number | null>>
}

/** Sort orders to choose from; none of them favors our own plans or is paid for (SH-11). */
export const planOrders = ['premium', 'year', 'deductible', 'out-of-pocket', 'name'] as const
export type PlanOrder = (typeof planOrders)[number]

export interface PlanFilter {
  readonly line: PlanLine
  readonly metal: Metal | ''
  readonly networkType: NetworkType | ''
  readonly hsa: boolean
}

/** A month's premium after the tax credit, which applies only to medical plans above the catastrophic level. */
export function monthlyCents(
  plan: Pick<ListedPlan, 'line' | 'metal' | 'premiumCents'>,
  creditCents: number,
): number | null {
  if (plan.premiumCents === null) return null
  return takesCredit(plan) ? afterCredit(plan.premiumCents, creditCents) : plan.premiumCents
}

export function takesCredit({ line, metal }: Pick<ListedPlan, 'line' | 'metal'>): boolean {
  return line === 'medical' && metal !== null && metal !== 'catastrophic'
}

/** A year's premiums plus the cost of care; null where either is not known. */
export function yearCents(
  plan: Pick<ListedPlan, 'line' | 'metal' | 'premiumCents' | 'careCents'>,
  level: CareLevel,
  creditCents: number,
): number | null {
  const month = monthlyCents(plan, creditCents)
  const care = plan.careCents[level]
  return month === null || care === null ? null : 12 * month + care
}

/** The matching plans, cheapest first and unknown values last; ties are sorted by name, so that no plan is favored. */
export function listPlans<Plan extends ListedPlan>(
  plans: readonly Plan[],
  filter: PlanFilter,
  by: { readonly order: PlanOrder; readonly level: CareLevel; readonly creditCents: number },
): Plan[] {
  const computeKey = (plan: Plan): number | null => {
    if (by.order === 'premium') return monthlyCents(plan, by.creditCents)
    if (by.order === 'year') return yearCents(plan, by.level, by.creditCents)
    if (by.order === 'deductible') return plan.deductibleCents
    return by.order === 'out-of-pocket' ? plan.outOfPocketCents : 0
  }
  return plans
    .filter((plan) => fits(plan, filter))
    .map((plan) => ({ plan, key: computeKey(plan) ?? Number.POSITIVE_INFINITY }))
    .sort((a, b) => (a.key === b.key ? byName(a.plan, b.plan) : a.key - b.key))
    .map(({ plan }) => plan)
}

function fits(plan: ListedPlan, { line, metal, networkType, hsa }: PlanFilter): boolean {
  const isMetal = metal === '' || plan.metal === metal || (metal === 'bronze' && plan.metal === 'expanded-bronze')
  return (
    plan.line === line &&
    isMetal &&
    (networkType === '' || plan.networkType === networkType) &&
    (!hsa || plan.hsa === true)
  )
}

function byName(one: ListedPlan, other: ListedPlan): number {
  return one.name.localeCompare(other.name) || one.planId.localeCompare(other.planId)
}
