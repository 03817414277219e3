/**
 * Amounts in an enrollment file (834: N1 75 of loop 2700, AMT P3 of a coverage): they are for the whole contract, except
 * `personPremium` and `coveragePremium`.
 */
export const toldKinds = [
  'premium',
  'taxCredit',
  'ownShare',
  'employerShare',
  'otherShare',
  'costSharing',
  'personPremium',
  'coveragePremium',
] as const
export type ToldKind = (typeof toldKinds)[number]

export interface Told {
  readonly kind: ToldKind
  /** The plan that the amount is for; null: not for a single plan. */
  readonly plan: string | null
  readonly amountCents: number
  /** The first day on which it applies, `yyyy-mm-dd`; null: the file does not say. */
  readonly from: string | null
}

/** The amount of each kind and plan that applies on a day: the newest that has begun, else the next to begin. */
export function chooseTold(all: readonly Told[], today: string): Told[] {
  const isOver = (one: Told, other: Told) => {
    const [a, b] = [one.from ?? '', other.from ?? '']
    if (a <= today !== b <= today) return a <= today
    // Among those that have begun the latest counts, among those to come the earliest.
    return a <= today ? a >= b : a < b
  }
  const chosen = new Map<string, Told>()
  for (const one of all) {
    const key = `${one.kind} ${one.plan}`
    const known = chosen.get(key)
    if (known === undefined || isOver(one, known)) chosen.set(key, one)
  }
  return [...chosen.values()].sort((a, b) => toldKinds.indexOf(a.kind) - toldKinds.indexOf(b.kind))
}
