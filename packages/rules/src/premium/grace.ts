import { countDaysLeft } from '../time/days-left.ts'
import type { CoverageEndRule } from './kinds.ts'

/** The time to pay an overdue premium, during which coverage continues. */
export type Grace =
  /** Nothing is late. */
  | { readonly stage: 'none' }
  /** Something is late, but we do not know since when, or how long the contract's grace period is. */
  | { readonly stage: 'unknown' }
  | { readonly stage: 'running'; readonly lastDay: string; readonly daysLeft: number; readonly ends: string | null }
  | { readonly stage: 'over'; readonly lastDay: string; readonly ends: string | null }

const dayMs = 86_400_000
const dayAfter = (day: string, days: number) => new Date(Date.parse(day) + days * dayMs).toISOString().slice(0, 10)

/** The last day of the month that a day is in. */
export function lastDayOfMonth(day: string): string {
  const [year = 0, month = 0] = day.split('-').map(Number)
  return new Date(Date.UTC(year, month, 0)).toISOString().slice(0, 10)
}

/**
 * The grace period for an amount due on a day; it begins the day after. `ends` is the last day of coverage if nothing is paid by the
 * end of the period; null: the contract does not say, or it depends on a day that we do not know. With the tax credit, a contract has
 * 90 days and coverage ends with the first month (45 CFR 156.270); others have what their state and contract give.
 */
export function computeGrace(account: {
  readonly dueOn: string | null
  /** Whether a bill is past due: true without `dueOn` if more is owed than the known bills ask for. */
  readonly isLate: boolean
  readonly graceDays: number | null
  readonly endRule: CoverageEndRule | null
  readonly paidThrough: string | null
  readonly today: string
}): Grace {
  const { dueOn, isLate, graceDays, endRule, paidThrough, today } = account
  if (dueOn === null) return { stage: isLate ? 'unknown' : 'none' }
  if (dueOn >= today) return { stage: 'none' }
  if (graceDays === null) return { stage: 'unknown' }
  const lastDay = dayAfter(dueOn, graceDays)
  const ends = coverageEnd(endRule, { first: dayAfter(dueOn, 1), lastDay, paidThrough })
  if (lastDay < today) return { stage: 'over', lastDay, ends }
  return { stage: 'running', lastDay, daysLeft: countDaysLeft(lastDay, today), ends }
}

function coverageEnd(
  rule: CoverageEndRule | null,
  {
    first,
    lastDay,
    paidThrough,
  }: { readonly first: string; readonly lastDay: string; readonly paidThrough: string | null },
): string | null {
  if (rule === 'first-month') return lastDayOfMonth(first)
  if (rule === 'grace-end') return lastDay
  return rule === 'paid-through' ? paidThrough : null
}
