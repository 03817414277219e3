import { coverageStanding, type Standing } from '@portico/rules/coverage/standing'
import { type Coverage, coversDay, inForce, type Product } from '../member/contract.ts'

/** The status of a product of a group on a day: the single answer for landing, coverage, cards and every other screen (MP-1, MP-12). */
export function computeStanding(coverage: Coverage, product: Product, today: string): Standing {
  return coverageStanding({ ...toDays(product), effectuatedOn: findEffectuation(coverage, product), today })
}

/** Whether a group's coverage waits for its first payment (MP-18); `products` are those of the group. */
export function isPending(coverage: Coverage, products: readonly Product[], today: string): boolean {
  const [main] = inForce(products, today)
  return main !== undefined && computeStanding(coverage, main, today) === 'pending'
}

/**
 * The group's effectuation day if it lies within the product's coverage, else the product's first day: the same group may cover other
 * years, too.
 */
export function findEffectuation({ effectuated_on: day }: Coverage, product: Product): string | null {
  if (product.pending) return null
  return day !== null && coversDay(product, day) ? day : product.coverage_begin_date
}

export function toDays({ coverage_begin_date, coverage_con_begin_date, coverage_end_date }: Product) {
  return { begins: coverage_con_begin_date ?? coverage_begin_date, ends: coverage_end_date }
}
