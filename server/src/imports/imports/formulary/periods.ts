import { isNotKnown } from '@portico/rules/time/known-days'
import { isoDayAfter } from '../../../platform/day.ts'
import { findFirstDay, findLastDay } from '../days.ts'

/** The days on which something counts, both included. */
export interface Period {
  readonly begins: string
  readonly ends: string
}

/** The period of anything without dates. */
export const always: Period = { begins: '0001-01-01', ends: '9999-12-31' }

/** A whole year. */
export function toPeriod(year: number): Period {
  return { begins: `${year}-01-01`, ends: `${year}-12-31` }
}

/** A period for each of the years; without years, `unsaid`. */
export function periodsOfYears(years: readonly number[] | null | undefined, unsaid = always): readonly Period[] {
  const own = [...new Set(years ?? [])].sort()
  return own.length === 0 ? [unsaid] : own.map(toPeriod)
}

/** The days that several periods have in common; null if there are none. A period without one of its days is open on that side. */
export function daysInAll(
  periods: readonly ({ readonly start?: string | undefined; readonly end?: string | undefined } | undefined)[],
): Period | null {
  let { begins, ends } = always
  for (const period of periods) {
    const [start, end] = [findFirstDay(period?.start), findLastDay(period?.end)]
    if (start !== null && start > begins) begins = start
    // A placeholder for an unknown end means no end.
    if (end !== null && !isNotKnown(end) && end < ends) ends = end
  }
  return begins <= ends ? { begins, ends } : null
}

/** From the first day of either to the last. */
export function joinPeriods(one: Period, other: Period): Period {
  return { begins: findEarlier(one.begins, other.begins), ends: findLater(one.ends, other.ends) }
}

export const findEarlier = (one: string, other: string) => (one < other ? one : other)
export const findLater = (one: string, other: string) => (one > other ? one : other)

/** Ends a period without a last day before `from`; null leaves it unchanged. */
export function cutOff<One extends Period>(one: One, from: string | null): One[] {
  if (from === null || one.ends < always.ends) return [one]
  return one.begins < from ? [{ ...one, ends: isoDayAfter(from, -1) }] : []
}

/**
 * What remains of a period after a list has restated other days: the days before these that are still to come, and those after them, unless
 * the period has no last day and the newer list already applies.
 */
export function leaveDays<One extends Period>(one: One, { begins, ends }: Period, today: string): One[] {
  if (one.ends < begins || one.begins > ends) return [one]
  const isBefore = one.begins < begins && begins > today
  const isBehind = one.ends > ends && (ends < today || one.ends < always.ends)
  return [
    ...(isBefore ? [{ ...one, ends: isoDayAfter(begins, -1) }] : []),
    ...(isBehind ? [{ ...one, begins: isoDayAfter(ends, 1) }] : []),
  ]
}
