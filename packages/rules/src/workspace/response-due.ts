import { everyBrand } from '../brand/every.ts'
import { addBusinessHours, type BusinessCalendar } from './business-hours.ts'

/** How many open hours an answer may take; `ALL` stands for every shared brand code or category. */
export interface ResponseTarget {
  readonly brand: string
  readonly categoryId: string
  readonly hours: number
}

/** The most specific target for a brand and category: one that names both, then one for the category, then one for the brand (MC-6). */
export function targetFor(
  targets: readonly ResponseTarget[],
  { brand, categoryId }: { readonly brand: string; readonly categoryId: string },
): ResponseTarget | undefined {
  const weight = (target: ResponseTarget) =>
    (target.categoryId === 'ALL' ? 0 : 2) + (target.brand === everyBrand ? 0 : 1)
  return targets
    .filter(
      (one) =>
        (one.brand === everyBrand || one.brand === brand) &&
        (one.categoryId === 'ALL' || one.categoryId === categoryId),
    )
    .toSorted((one, other) => weight(other) - weight(one))[0]
}

/** When staff should answer someone who has been waiting since a moment: never later than we promised the member (MC-3, MC-6). */
export function responseDue(options: {
  readonly waitingSince: Date
  readonly hours: number
  readonly calendar: BusinessCalendar
  readonly promised: Date
}): Date {
  const due = addBusinessHours(options.waitingSince, options.hours, options.calendar)
  return new Date(Math.min(due.getTime(), options.promised.getTime()))
}
