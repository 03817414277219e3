/**
 * What an enrollment file tells of money (834: N1 75 of loop 2700, AMT P3 of a coverage): of the whole contract but for `personPremium` and
 * `coveragePremium`.
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
  /** The plan that it is for; null: not for one alone. */
  readonly plan: string | null
  readonly amountCents: number
  /** The day from which it holds, `yyyy-mm-dd`; null: the file does not say. */
  readonly from: string | null
}

/** What holds on a day of each kind and plan: the newest that has begun, else the next one. */
export function chooseTold(all: readonly Told[], today: string): Told[] {
  const isOver = (one: Told, other: Told) => {
    const [a, b] = [one.from ?? '', other.from ?? '']
    if (a <= today !== b <= today) return a <= today
    // Of several that have begun the last counts, of several to come the first.
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
