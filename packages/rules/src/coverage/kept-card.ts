/** How many days a phone keeps ID cards, unless the brand says otherwise. */
export const KEPT_CARD_DAYS = 30

const dayMs = 24 * 60 * 60 * 1000
/** A phone's clock may be off by some hours. */
const clockSlackMs = dayMs / 2

/** Timestamps of what a phone keeps, in ms. */
export interface KeptTimes {
  readonly keptAt: number
  readonly until: number
  /** The latest time at which it was shown. */
  readonly seenAt: number
}

export function findKeptEnd(keptAt: number, days: number): number {
  return keptAt + days * dayMs
}

/** Whether the phone may still show the cards. A clock that was turned back forbids it: the cards would outlive their agreed time. */
export function mayShowKept({ keptAt, until, seenAt }: KeptTimes, now: number): boolean {
  return now < until && now > Math.max(keptAt, seenAt) - clockSlackMs
}

/** Whether the phone should fetch its copy again: daily, and at each new sign-in, which sets a new end. */
export function isKeptDue(kept: { readonly keptAt: number; readonly isOfThisSession: boolean }, now: number): boolean {
  return !kept.isOfThisSession || now - kept.keptAt >= dayMs
}

/** The cards that are valid on a day (`yyyy-mm-dd`): those of plans that have not ended before it. */
export function listHolding<Card extends { readonly ends: string | null }>(
  cards: readonly Card[],
  day: string,
): Card[] {
  return cards.filter(({ ends }) => ends === null || ends >= day)
}
