import { type CareLevel, yearCents } from './care-level.ts'
import { findDeductible, findOutOfPocket, type PlanLimits } from './limits.ts'
import type { Metal, NetworkType, PlanLine } from './lines.ts'
import type { PricedPlan } from './price-plan.ts'
import type { Reduction } from './reductions.ts'

type CareCents = Readonly<Record<CareLevel, number | null>>

/** The fields by which lists of quoted plans are filtered and sorted; money in cents, null: not known. */
export interface ListedPlan extends PlanLimits {
  readonly planId: string
  readonly name: string
  readonly line: PlanLine
  readonly metal: Metal | null
  readonly networkType: NetworkType | null
  readonly hsa: boolean | null
  readonly premiumCents: number | null
  /** What the tax credit takes off a month's premium; zero if nothing. */
  readonly creditCents: number
  readonly careCents: CareCents
  /** The plan with reduced cost sharing, for people who get it; null: the plan stays as it is. */
  readonly reduced: (PlanLimits & { readonly reduction: Reduction; readonly careCents: CareCents }) | null
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

/** The matching plans, cheapest first and unknown values last; ties are sorted by name, so that no plan is favored. */
export function listPlans<Plan extends PricedPlan>(
  plans: readonly Plan[],
  filter: PlanFilter,
  by: { readonly order: PlanOrder; readonly level: CareLevel; readonly people: number },
): Plan[] {
  const computeKey = (plan: Plan): number | null => {
    if (by.order === 'premium') return plan.monthCents
    if (by.order === 'year') return yearCents(plan, by.level)
    if (by.order === 'deductible') return findDeductible(plan, plan.line, by.people).cents
    return by.order === 'out-of-pocket' ? findOutOfPocket(plan, plan.line, by.people).cents : 0
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
