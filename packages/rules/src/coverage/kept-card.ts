/** For how many days a phone keeps ID cards, unless the brand says otherwise. */
export const KEPT_CARD_DAYS = 30

const dayMs = 24 * 60 * 60 * 1000
/** The clock of a phone may be wrong by some hours. */
const clockSlackMs = dayMs / 2

/** The moments of what a phone keeps, in ms. */
export interface KeptTimes {
  readonly keptAt: number
  readonly until: number
  /** The latest time at which it was shown. */
  readonly seenAt: number
}

export function findKeptEnd(keptAt: number, days: number): number {
  return keptAt + days * dayMs
}

/** Whether cards may still be shown. A clock that was turned back ends it: they would be there for longer than was agreed. */
export function mayShowKept({ keptAt, until, seenAt }: KeptTimes, now: number): boolean {
  return now < until && now > Math.max(keptAt, seenAt) - clockSlackMs
}

/** Whether what a phone keeps should be read anew: each day, and by each new sign-in, whose end is then its own. */
export function isKeptDue(kept: { readonly keptAt: number; readonly isOfThisSession: boolean }, now: number): boolean {
  return !kept.isOfThisSession || now - kept.keptAt >= dayMs
}

/** The cards that hold on a day (`yyyy-mm-dd`): those of plans that have not ended before it. */
export function listHolding<Card extends { readonly ends: string | null }>(
  cards: readonly Card[],
  day: string,
): Card[] {
  return cards.filter(({ ends }) => ends === null || ends >= day)
}
