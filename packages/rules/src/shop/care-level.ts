import type { PlanLine } from './lines.ts'
import type { PricedPlan } from './price-plan.ts'

/** How much care someone needs in a year. Apart from how its cost is worked out, so that a page that only shows it does not load all that. */
export const careLevels = ['rarely', 'some', 'lot'] as const
export type CareLevel = (typeof careLevels)[number]

/** Plan lines for which we have assumptions. */
export function hasCareCost(line: PlanLine): boolean {
  return line === 'medical' || line === 'medicare-advantage'
}

/** A year's premiums plus the cost of care; null where either is not known. */
export function yearCents(
  { monthCents, careCents }: Pick<PricedPlan, 'monthCents' | 'careCents'>,
  level: CareLevel,
): number | null {
  const care = careCents[level]
  return monthCents === null || care === null ? null : 12 * monthCents + care
}
