/** A supply that a pharmacy handed out, on a day `yyyy-mm-dd`. */
export interface Fill {
  readonly day: string
  /** How many days it is meant to last; null: not known. */
  readonly daysSupply: number | null
}

export interface Supply {
  /** The last day the supply covers, if the medicine is taken as prescribed. */
  readonly lastDay: string
  /** Days the supply still covers, including today. */
  readonly daysLeft: number
}

const dayMs = 24 * 60 * 60 * 1000

/**
 * How long a supply lasts (MP-15): an early fill adds to what was left, up to the amount of one fill. Null: nothing was filled, or we
 * do not know how long the last fill lasts.
 */
export function computeSupply(fills: readonly Fill[], today: string): Supply | null {
  const ordered = fills.toSorted((a, b) => a.day.localeCompare(b.day))
  if (ordered.at(-1)?.daysSupply == null) return null
  let last = Number.NEGATIVE_INFINITY
  let before = 0
  for (const { day, daysSupply } of ordered) {
    if (daysSupply === null) continue
    const first = toNumber(day)
    const left = Math.min(Math.max(0, last - first + 1), before)
    last = first + left + daysSupply - 1
    before = daysSupply
  }
  return { lastDay: toDay(last), daysLeft: Math.max(0, last - toNumber(today) + 1) }
}

/**
 * How many refills a prescription has left. Its first fill is not a refill; an expired prescription has none left. Null: the
 * prescription does not say how many refills it came with.
 */
export function refillsLeft(
  { refills, endsOn }: { readonly refills: number | null; readonly endsOn: string | null },
  fills: number,
  today: string,
): number | null {
  if (endsOn !== null && endsOn < today) return 0
  return refills === null ? null : Math.max(0, refills - Math.max(0, fills - 1))
}

/** Statuses that mean a prescription is over. */
const over = ['completed', 'stopped', 'ended', 'cancelled', 'entered-in-error']

/** Unless the plan says otherwise, someone without a fill for this long no longer takes the medicine. */
const restDays = 180

/** Whether someone is taking a medicine now, as far as we can tell, rather than having taken it in the past. */
export function isBeingTaken(
  about: {
    readonly status: string | null
    readonly endsOn: string | null
    readonly writtenOn: string | null
    readonly lastFill: string | null
    readonly supply: Supply | null
  },
  today: string,
): boolean {
  if (about.status !== null && over.includes(about.status)) return false
  if (about.supply !== null && about.supply.daysLeft > 0) return true
  if (about.endsOn !== null && about.endsOn < today) return false
  const known = about.supply?.lastDay ?? about.lastFill ?? about.writtenOn
  return known === null || toNumber(today) - toNumber(known) <= restDays
}

/** What a member can do to get more; we never offer a step that may be wrong. */
export type NextStep = 'refill' | 'renew' | 'ask'

export function nextStep(left: number | null): NextStep {
  if (left === null) return 'ask'
  return left > 0 ? 'refill' : 'renew'
}

function toNumber(day: string): number {
  return Math.round(Date.parse(`${day}T00:00:00Z`) / dayMs)
}

function toDay(number: number): string {
  return new Date(number * dayMs).toISOString().slice(0, 10)
}
