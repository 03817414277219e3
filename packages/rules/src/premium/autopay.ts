/**
 * Automatic payment as the member agreed to it: on its day, it takes everything owed, but never more than their limit. Members with
 * their own limit are notified when they owe more (12 CFR 1005.10(d)); other payments still get a reminder.
 */
export const autopayTiming = {
  /** We pay this many days before the due date, so that a failed payment can be retried in time. */
  daysBefore: 3,
  /** The reminder goes out this many days before the payment. */
  remindDays: 5,
  /** Days after which we retry: once, then a last time. */
  retryDays: [3, 4],
} as const

export interface AutopayStanding {
  readonly today: string
  /** When the amount owed is due, and how much it is; null: not known, or nothing is owed. */
  readonly dueOn: string | null
  readonly balanceCents: number | null
  /** The most that the member has agreed to. */
  readonly maxCents: number
  /** The days on which we tried for this due date, oldest first. */
  readonly triedOn: readonly string[]
  /**
   * When the payer's bank last took back a payment on this account since the member agreed to automatic payment, and still has the
   * money; null: never.
   */
  readonly takenBackOn: string | null
  /** The last day on which a payment still saves the coverage; null: not known, or nothing is late. */
  readonly graceEnds: string | null
}

export type AutopayStep =
  /** The payer's bank took a payment back: we take nothing until the member agrees again, or the bank returns the money. */
  | { readonly step: 'paused' }
  /** Nothing is owed. */
  | { readonly step: 'none' }
  /** We do not know how much is owed, or when it is due, so we take nothing. */
  | { readonly step: 'unknown' }
  /** Every attempt failed, or time has run out: the member has to pay. */
  | { readonly step: 'given-up' }
  /** More is owed than the member has agreed to. */
  | { readonly step: 'over-limit' }
  /** We take it on a later day; `remind`: today is the day to remind the member. */
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

/** A payment method stored at the gateway. `created`: recorded here; `open`: the member can enter it on a page of the gateway. */
export const methodStates = ['created', 'open', 'saved', 'expired', 'removing', 'removed'] as const
export type MethodState = (typeof methodStates)[number]
export const methodKinds = ['card', 'bank'] as const
export type MethodKind = (typeof methodKinds)[number]

/** The most payment methods that a member can store. */
export const maxMethods = 5
