import type { Supply } from '../medicines/supply.ts'

export const outlookKinds = ['refill', 'approval', 'checkup'] as const
export type OutlookKind = (typeof outlookKinds)[number]

/**
 * Why we list a future item but do not count it: we do not know how often it comes, it is taken as needed, it was prescribed once only,
 * or we do not know its price.
 */
export const uncountedReasons = ['times', 'as-needed', 'once', 'price'] as const
export type UncountedReason = (typeof uncountedReasons)[number]

/** An item that is likely still to come in a plan year. Money in whole cents, the member's own share; null: not known. */
export interface OutlookItem {
  readonly memberId: string
  readonly times: number | null
  readonly eachCents: number | null
  readonly why: UncountedReason | null
  /** Whether it counts toward the plan's out-of-pocket maximum. */
  readonly counts: boolean
}

/** What is left of an out-of-pocket maximum; null: not known. */
export interface OutlookCap {
  /** The person whose limit it is; null: the whole family's. */
  readonly memberId: string | null
  readonly leftCents: number | null
}

export interface OutlookSums {
  /** The cost of all counted items by themselves; null: none of them has a known price. */
  readonly sumCents: number | null
  /** The same, but no more than what is left of the limits. */
  readonly likelyCents: number | null
  /** By person, up to their own limit: what is likely to be added to it. */
  readonly byPerson: ReadonlyMap<string, number>
  /** What is likely to be added to the family's limit. */
  readonly towardFamilyCents: number
  /** What accounts can pay of it; null: nothing is counted, or no balance is known. */
  readonly fromAccountsCents: number | null
  /** What is left to pay out of pocket. */
  readonly fromPocketCents: number | null
}

/**
 * Whether the out-of-pocket maximum that an item counts toward is used up, the person's own or the family's: the plan then pays for the
 * item in full, however often it comes and whatever its price.
 */
export function isPastLimit(
  { memberId, counts }: Pick<OutlookItem, 'memberId' | 'counts'>,
  caps: readonly OutlookCap[],
): boolean {
  return counts && (findLeast(caps, memberId) === 0 || findLeast(caps, null) === 0)
}

/** The total cost of an item; null: it is not counted. */
export function computeCost({
  times,
  eachCents,
  why,
}: Pick<OutlookItem, 'times' | 'eachCents' | 'why'>): number | null {
  return why !== null || times === null || eachCents === null ? null : times * eachCents
}

/**
 * What is likely still to come in a plan year (MP-10). The estimate hides nothing unknown: an item without a price is not counted, and
 * the list says so, unless a used-up limit makes it free. What counts toward the plan's limits never exceeds what is left of them:
 * first of each person's own, then of the family's. The order of items, caps and balances makes no difference.
 */
export function sumOutlook(
  items: readonly OutlookItem[],
  caps: readonly OutlookCap[],
  balances: readonly (number | null)[],
): OutlookSums {
  const costs = items.flatMap((item) => {
    const cents = computeCost(item) ?? (isPastLimit(item, caps) ? 0 : null)
    return cents === null ? [] : [{ ...item, cents }]
  })
  const counted = costs.filter(({ counts }) => counts)
  const byPerson = new Map<string, number>()
  for (const { memberId, cents } of counted) byPerson.set(memberId, (byPerson.get(memberId) ?? 0) + cents)
  for (const [memberId, cents] of byPerson) byPerson.set(memberId, upTo(findLeast(caps, memberId), cents))
  const towardFamilyCents = upTo(findLeast(caps, null), sum([...byPerson.values()]))
  const none = costs.length === 0
  const likely = towardFamilyCents + sum(costs.filter(({ counts }) => !counts).map(({ cents }) => cents))
  const known = balances.filter((cents) => cents !== null)
  const fromAccounts = Math.min(likely, sum(known.map((cents) => Math.max(0, cents))))
  return {
    sumCents: none ? null : sum(costs.map(({ cents }) => cents)),
    likelyCents: none ? null : likely,
    byPerson,
    towardFamilyCents,
    fromAccountsCents: none || known.length === 0 ? null : fromAccounts,
    fromPocketCents: none ? null : likely - (known.length === 0 ? 0 : fromAccounts),
  }
}

function findLeast(caps: readonly OutlookCap[], memberId: string | null): number | null {
  const left = caps.flatMap((cap) => (cap.memberId === memberId && cap.leftCents !== null ? [cap.leftCents] : []))
  return left.length === 0 ? null : Math.max(0, Math.min(...left))
}

function upTo(most: number | null, cents: number): number {
  return most === null ? cents : Math.min(most, cents)
}

function sum(cents: readonly number[]): number {
  return cents.reduce((all, one) => all + one, 0)
}

const dayMs = 24 * 60 * 60 * 1000

export interface RefillsToCome {
  readonly times: number
  /** The day on which the next refill is due, `yyyy-mm-dd`. */
  readonly first: string
}

/**
 * How often a medicine is refilled through a year's last day if it is taken as prescribed (MP-10): when the supply runs out, at once if
 * it already has, and then each time a fill of the same size runs out. Null: how long a fill lasts is not known.
 */
export function refillsToCome(
  supply: Supply | null,
  daysSupply: number | null,
  { today, yearEnds }: { readonly today: string; readonly yearEnds: string },
): RefillsToCome | null {
  if (supply === null || daysSupply === null || daysSupply < 1) return null
  const due = toMoment(supply.lastDay) + dayMs
  const first = Math.max(due, toMoment(today))
  const rest = (toMoment(yearEnds) - first) / dayMs
  return { times: rest < 0 ? 0 : Math.floor(rest / daysSupply) + 1, first: new Date(first).toISOString().slice(0, 10) }
}

function toMoment(day: string): number {
  return Date.parse(`${day}T00:00:00Z`)
}
