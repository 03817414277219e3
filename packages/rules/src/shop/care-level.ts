import type { PlanLine } from './lines.ts'
import type { PricedPlan } from './price-plan.ts'

/**
 * How much care someone needs in a year. Separate from the cost calculation, so that a page that only shows the level does not load the
 * calculation.
 */
export const careLevels = ['rarely', 'some', 'lot'] as const
export type CareLevel = (typeof careLevels)[number]

/** Plan lines for which we have assumptions. */
export function hasCareCost(line: PlanLine): boolean {
  return line === 'medical' || line === 'medicare-advantage'
}

/** A year's premiums plus the cost of care; null: either is not known. */
export function yearCents(
  { monthCents, careCents }: Pick<PricedPlan, 'monthCents' | 'careCents'>,
  level: CareLevel,
): number | null {
  const care = careCents[level]
  return monthCents === null || care === null ? null : 12 * monthCents + care
}
