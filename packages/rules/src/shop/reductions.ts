/** The share of costs that a silver plan with reduced cost sharing pays on average, in percent (45 CFR 156.420(a)). */
export const reductions = [73, 87, 94] as const
export type Reduction = (typeof reductions)[number]

/** The variants of a plan in the exchange's files: `-04` at the end of its id is the one that pays 73 percent. */
const variants: Readonly<Record<string, Reduction>> = { '04': 73, '05': 87, '06': 94 }

/** The reduction of a variant; null for the standard plan, and for variants that the shop does not show. */
export function readReduction(variant: string | null): Reduction | null {
  return variant !== null && Object.hasOwn(variants, variant) ? (variants[variant] ?? null) : null
}

/** The standard plan and the reduction of `12345PA0010001-05`; null if it is no plan with reduced cost sharing. */
export function readReduced(planId: string): { readonly planId: string; readonly reduction: Reduction } | null {
  const [, standard, variant] = /^(.+)-(\d{2})$/.exec(planId) ?? []
  const reduction = readReduction(variant ?? null)
  return standard === undefined || reduction === null ? null : { planId: standard, reduction }
}
