import { countDaysLeft } from '../time/days-left.ts'
import type { SpendingAccountType } from './accounts.ts'

/** How long the money in an account lasts, and what happens to the rest. Days are `yyyy-mm-dd`. */
export type SpendingDeadline =
  /** It carries over from year to year. */
  | { readonly stage: 'never' }
  /** The vendor does not say. */
  | { readonly stage: 'unknown' }
  /** It pays for care through `lastDay`; `days` 1: today is the last day. */
  | { readonly stage: 'spend'; readonly lastDay: string; readonly days: number; readonly lostCents: number | null }
  /** It no longer pays for new care, but bills for earlier care can still be submitted through `lastDay`. */
  | { readonly stage: 'claim'; readonly lastDay: string; readonly days: number; readonly lostCents: number | null }
  | { readonly stage: 'over'; readonly lastDay: string }

/**
 * Where an account stands on a day (use it or lose it). `lostCents` is what would be lost if nothing more were spent: what is left
 * beyond the amount that carries over; null: not known.
 */
export function spendingDeadline(account: {
  readonly type: SpendingAccountType
  /** Last day of the plan year; null: not stated. */
  readonly endDate: string | null
  /** Last day of care that it pays for, if later than the end of the plan year. */
  readonly spendBy: string | null
  readonly claimBy: string | null
  readonly carryOverCents: number | null
  readonly balanceCents: number | null
  readonly today: string
}): SpendingDeadline {
  const { type, endDate, claimBy, carryOverCents, balanceCents, today } = account
  if (type === 'HSA') return { stage: 'never' }
  const spendBy = account.spendBy ?? endDate
  if (spendBy === null) return { stage: 'unknown' }
  const lostCents = balanceCents === null ? null : Math.max(0, balanceCents - (carryOverCents ?? 0))
  if (today <= spendBy) return { stage: 'spend', lastDay: spendBy, days: countDaysLeft(spendBy, today), lostCents }
  if (claimBy !== null && today <= claimBy) {
    return { stage: 'claim', lastDay: claimBy, days: countDaysLeft(claimBy, today), lostCents }
  }
  return { stage: 'over', lastDay: claimBy ?? spendBy }
}

/** How many days before a last day we notify people. */
export const TELL_DAYS = 30

/** The last day to notify the member about: it is near, and money will or may be lost after it. Null: none. */
export function lastDayToTell(deadline: SpendingDeadline): string | null {
  if (deadline.stage !== 'spend' && deadline.stage !== 'claim') return null
  return deadline.days - 1 <= TELL_DAYS && deadline.lostCents !== 0 ? deadline.lastDay : null
}
