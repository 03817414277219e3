import { isoDayAfter } from '../../../platform/day.ts'
import { findFirstDay, findLastDay, isNotKnown } from '../days.ts'

/** The days on which something counts, both included. */
export interface Period {
  readonly begins: string
  readonly ends: string
}

/** Of what says no day. */
export const always: Period = { begins: '0001-01-01', ends: '9999-12-31' }

/** A period for each of the years; without any, that of what says none. */
export function periodsOfYears(years: readonly number[] | null | undefined, unsaid = always): readonly Period[] {
  const own = [...new Set(years ?? [])].sort()
  return own.length === 0 ? [unsaid] : own.map((year) => ({ begins: `${year}-01-01`, ends: `${year}-12-31` }))
}

/** The days that all of several periods have; null if there are none. A period with only one day known is open on the other side. */
export function daysInAll(
  periods: readonly ({ readonly start?: string | undefined; readonly end?: string | undefined } | undefined)[],
): Period | null {
  let { begins, ends } = always
  for (const period of periods) {
    const [start, end] = [findFirstDay(period?.start), findLastDay(period?.end)]
    if (start !== null && start > begins) begins = start
    // An end that is not known is none.
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

/** A period without the days from one on, if it says no last day; null: it stays as it is. */
export function cutOff<One extends Period>(one: One, from: string | null): One[] {
  if (from === null || one.ends < always.ends) return [one]
  return one.begins < from ? [{ ...one, ends: isoDayAfter(from, -1) }] : []
}

/**
 * What is left of a period, once other days have been said anew: the days before these that are still to come, and those behind them, unless it says no last day
 * and a newer list has said by then what counts.
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
