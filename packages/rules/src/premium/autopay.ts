/**
 * Automatic payment, as the member has confirmed it: on its day all that is owed is taken, and never more than their limit. Who
 * pays by a limit of their own is told of what goes beyond it (12 CFR 1005.10(d)); of the rest they are reminded all the same.
 */
export const autopayTiming = {
  /** Taken so many days before the bill is due: what fails can be tried again in time. */
  daysBefore: 3,
  /** Reminded of so many days before that. */
  remindDays: 5,
  /** After so many days it is tried again: first, then a last time. */
  retryDays: [3, 4],
} as const

export interface AutopayStanding {
  readonly today: string
  /** When what is owed is due, and how much that is; null: nothing is owed, or it is not known. */
  readonly dueOn: string | null
  readonly balanceCents: number | null
  /** What the member has agreed to at most. */
  readonly mostCents: number
  /** The days on which it was tried for this due day, the first one first. */
  readonly triedOn: readonly string[]
  /** The last day on which paying keeps the coverage; null: not known, or nothing is late. */
  readonly graceEnds: string | null
}

export type AutopayStep =
  /** Nothing to take, or nothing known to. */
  | { readonly step: 'none' }
  /** Every try failed, or the time to pay is over: the member has to. */
  | { readonly step: 'given-up' }
  /** More is owed than the member has agreed to. */
  | { readonly step: 'over-limit' }
  /** It is taken on a day to come; from `remind` on the member is reminded. */
  | { readonly step: 'wait'; readonly on: string; readonly remind: boolean }
  | { readonly step: 'pay'; readonly amountCents: number }

const dayMs = 86_400_000
const dayAfter = (day: string, days: number) => new Date(Date.parse(day) + days * dayMs).toISOString().slice(0, 10)

/** What is to be done on a day about an account that pays itself. Days are `yyyy-mm-dd`. */
export function autopayStep(standing: AutopayStanding): AutopayStep {
  const { today, dueOn, balanceCents, mostCents, triedOn, graceEnds } = standing
  if (dueOn === null || balanceCents === null || balanceCents <= 0) return { step: 'none' }
  const on = nextTry(dueOn, triedOn)
  if (on === null || (graceEnds !== null && (on > graceEnds || today > graceEnds))) return { step: 'given-up' }
  if (balanceCents > mostCents) return { step: 'over-limit' }
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

/** A way to pay that is kept at the gateway. `created`: written down; `open`: it has a page there where the member enters it. */
export const methodStates = ['created', 'open', 'saved', 'expired', 'removing', 'removed'] as const
export type MethodState = (typeof methodStates)[number]
export const methodKinds = ['card', 'bank'] as const
export type MethodKind = (typeof methodKinds)[number]

/** How many a member keeps at most. */
export const maxMethods = 5
