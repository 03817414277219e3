/**
 * What became of a claim, as its owner is told (MP-7). `replaced`: a later version of the claim stands in its place;
 * `cancelled`: withdrawn by the plan or sent by mistake; both are in the history alone.
 */
export type ClaimState =
  | 'in-progress'
  | 'paid'
  | 'denied'
  | 'partly-denied'
  | 'adjusted'
  | 'paid-on-appeal'
  | 'replaced'
  | 'cancelled'

export const claimStates = ['in-progress', 'paid', 'denied', 'partly-denied', 'adjusted', 'paid-on-appeal'] as const

/** What is known of a claim that its state follows from. */
export interface ClaimFacts {
  /** Withdrawn, or entered in error. */
  readonly withdrawn: boolean
  /** A later version has taken its place. */
  readonly replaced: boolean
  /** The plan has decided: it says that it is done, or what it pays. */
  readonly decided: boolean
  /** The plan says of the claim as a whole that it is denied. */
  readonly denied: boolean
  /** Lines, and those of them that the plan denied. */
  readonly lines: number
  readonly deniedLines: number
  /** In cents; null where the file does not say. */
  readonly planPaid: number | null
  /** Takes the place of an earlier version. */
  readonly replacesEarlier: boolean
  /** An earlier version was denied, and this one follows an appeal. */
  readonly afterAppeal: boolean
}

/**
 * The one function that says what state a claim is in. The outcome of an appeal comes first: a claim that was paid on appeal is
 * never called denied.
 */
export function claimState(facts: ClaimFacts): ClaimState {
  if (facts.withdrawn) return 'cancelled'
  if (facts.replaced) return 'replaced'
  if (!facts.decided) return 'in-progress'
  const paysSomething = facts.planPaid !== null && facts.planPaid > 0
  if (facts.afterAppeal && paysSomething) return 'paid-on-appeal'
  const allDenied = facts.lines > 0 && facts.deniedLines === facts.lines
  if ((facts.denied || allDenied) && !paysSomething) return 'denied'
  if (facts.replacesEarlier) return 'adjusted'
  return facts.denied || facts.deniedLines > 0 ? 'partly-denied' : 'paid'
}

/** States in which the plan has decided, so that amounts are final unless it decides anew. */
export function isDecided(state: ClaimState): boolean {
  return state !== 'in-progress' && state !== 'cancelled' && state !== 'replaced'
}
