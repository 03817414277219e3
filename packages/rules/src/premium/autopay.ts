/**
 * Automatic payment as the member has agreed to it: on its day, everything owed is taken, but never more than their limit. Members
 * with a limit of their own are notified when more is owed (12 CFR 1005.10(d)); other payments are announced by a reminder all the
 * same.
 */
export const autopayTiming = {
  /** Taken this many days before the bill is due, so that a failed payment can be tried again in time. */
  daysBefore: 3,
  /** The reminder goes out this many days before that. */
  remindDays: 5,
  /** Tried again after this many days: a second time, then a third and last time. */
  retryDays: [3, 4],
} as const

export interface AutopayStanding {
  readonly today: string
  /** When the amount owed is due, and how much it is; null: not known, or nothing is owed. */
  readonly dueOn: string | null
  readonly balanceCents: number | null
  /** The most that the member has agreed to. */
  readonly maxCents: number
  /** The days on which it was tried for this due date, oldest first. */
  readonly triedOn: readonly string[]
  /**
   * When the payer's bank last took back a payment on the account that it still has, after the member agreed to automatic payment; null: it
   * did not.
   */
  readonly takenBackOn: string | null
  /** The last day on which a payment still saves the coverage; null: not known, or nothing is late. */
  readonly graceEnds: string | null
}

export type AutopayStep =
  /** The payer's bank took a payment back: nothing is taken until the member agrees again, or the bank gives it back. */
  | { readonly step: 'paused' }
  /** Nothing is owed. */
  | { readonly step: 'none' }
  /** It is not known how much is owed, or when it is due, so nothing is taken. */
  | { readonly step: 'unknown' }
  /** Every attempt failed, or there is no time left: the member has to pay. */
  | { readonly step: 'given-up' }
  /** More is owed than the member has agreed to. */
  | { readonly step: 'over-limit' }
  /** It is taken on a later day; the member is reminded where `remind` is true. */
  | { readonly step: 'wait'; readonly on: string; readonly remind: boolean }
  | { readonly step: 'pay'; readonly amountCents: number }

const dayMs = 86_400_000
const dayAfter = (day: string, days: number) => new Date(Date.parse(day) + days * dayMs).toISOString().slice(0, 10)

/** What to do today about an account with automatic payment. Days are `yyyy-mm-dd`. */
export function autopayStep(standing: AutopayStanding): AutopayStep {
  const { today, dueOn, balanceCents, maxCents, triedOn, graceEnds, takenBackOn } = standing
  if (takenBackOn !== null) return { step: 'paused' }
  if (balanceCents !== null && balanceCents <= 0) return { step: 'none' }
  if (dueOn === null || balanceCents === null) return { step: 'unknown' }
  const on = nextTry(dueOn, triedOn)
  if (on === null || (graceEnds !== null && (on > graceEnds || today > graceEnds))) return { step: 'given-up' }
  if (balanceCents > maxCents) return { step: 'over-limit' }
  if (today >= on) return { step: 'pay', amountCents: balanceCents }
  const remind = triedOn.length === 0 && today >= dayAfter(on, -autopayTiming.remindDays)
  return { step: 'wait', on, remind }
}

function nextTry(dueOn: string, triedOn: readonly string[]): string | null {
  const last = triedOn.at(-1)
  if (last === undefined) return dayAfter(dueOn, -autopayTiming.daysBefore)
  const days = autopayTiming.retryDays[triedOn.length - 1]
  return days === undefined ? null : dayAfter(last, days)
}

/**
 * A payment method stored at the gateway. `created`: recorded here; `open`: it has a page at the gateway where the member enters
 * it.
 */
export const methodStates = ['created', 'open', 'saved', 'expired', 'removing', 'removed'] as const
export type MethodState = (typeof methodStates)[number]
export const methodKinds = ['card', 'bank'] as const
export type MethodKind = (typeof methodKinds)[number]

/** The most that a member can store. */
export const maxMethods = 5
