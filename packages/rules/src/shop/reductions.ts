/** The average share of costs that a silver plan with reduced cost sharing pays, in percent (45 CFR 156.420(a)). */
export const reductions = [73, 87, 94] as const
export type Reduction = (typeof reductions)[number]

/** Variants of a plan in the marketplace files: an id ending in `-04` is the variant that pays 73 percent. */
const variants: Readonly<Record<string, Reduction>> = { '04': 73, '05': 87, '06': 94 }

/** The reduction of a variant; null for the standard plan, and for variants that the shop does not show. */
export function readReduction(variant: string | null): Reduction | null {
  return variant !== null && Object.hasOwn(variants, variant) ? (variants[variant] ?? null) : null
}

/** The standard plan and the reduction for an id such as `12345PA0010001-05`; null: no reduced cost sharing. */
export function readReduced(planId: string): { readonly planId: string; readonly reduction: Reduction } | null {
  const [, standard, variant] = /^(.+)-(\d{2})$/.exec(planId) ?? []
  const reduction = readReduction(variant ?? null)
  return standard === undefined || reduction === null ? null : { planId: standard, reduction }
}
