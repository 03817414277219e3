/**
 * What became of a claim, as members see it (MP-7). `correction`: it takes back an earlier claim that we do not know. `replaced`: a
 * later version of the claim took its place; `cancelled`: withdrawn by the plan or sent by mistake; these two appear only in the
 * history. `duplicate`: denied because it was sent twice; nothing is owed on it, and there is nothing to appeal.
 */
export type ClaimState =
  | 'in-progress'
  | 'paid'
  | 'denied'
  | 'duplicate'
  | 'partly-denied'
  | 'adjusted'
  | 'paid-on-appeal'
  | 'correction'
  | 'replaced'
  | 'cancelled'

export const claimStates = [
  'in-progress',
  'paid',
  'denied',
  'duplicate',
  'partly-denied',
  'adjusted',
  'paid-on-appeal',
  'correction',
] as const

/** The facts from which a claim's state follows. */
export interface ClaimFacts {
  /** Withdrawn, or entered in error. */
  readonly withdrawn: boolean
  /** A later version has taken its place. */
  readonly replaced: boolean
  /** The plan has decided: its file says the claim is done, or what the plan pays. */
  readonly decided: boolean
  /** The plan says that it denied the claim as a whole. */
  readonly denied: boolean
  /** The plan's reason for the denial is that it had already decided the same claim. */
  readonly duplicate?: boolean | undefined
  /** The number of lines, and how many of them the plan denied. */
  readonly lines: number
  readonly deniedLines: number
  /** In cents; null where the file does not say. */
  readonly planPaid: number | null
  /** It takes the place of an earlier version. */
  readonly replacesEarlier: boolean
  /** An earlier version was denied, and this one follows an appeal. */
  readonly afterAppeal: boolean
  /** It only takes back an earlier claim; null: we do not know which. */
  readonly takesBack?: { readonly claimId: string | null } | undefined
  /** A reversal has taken it back. */
  readonly takenBack?: boolean | undefined
}

/**
 * The only function that decides a claim's state. The outcome of an appeal comes first: a claim that was paid on appeal is never called
 * denied.
 */
export function claimState(facts: ClaimFacts): ClaimState {
  if (facts.withdrawn) return 'cancelled'
  if (facts.replaced) return 'replaced'
  if (facts.takesBack !== undefined) return facts.takesBack.claimId === null ? 'correction' : 'cancelled'
  if (facts.takenBack === true) return 'cancelled'
  if (!facts.decided) return 'in-progress'
  const paysSomething = facts.planPaid !== null && facts.planPaid > 0
  if (facts.afterAppeal && paysSomething) return 'paid-on-appeal'
  const allDenied = facts.lines > 0 && facts.deniedLines === facts.lines
  if ((facts.denied || allDenied) && !paysSomething) return facts.duplicate === true ? 'duplicate' : 'denied'
  if (facts.replacesEarlier) return 'adjusted'
  return facts.denied || facts.deniedLines > 0 ? 'partly-denied' : 'paid'
}

/** Codes for a duplicate claim: X12's claim adjustment reason code, and the reject code that NCPDP sends to pharmacies. */
const duplicateCodes: readonly string[] = ['18', 'NCPDP 83']

interface Reasoned {
  readonly reasons: readonly { readonly code: string }[]
}

/** Whether the plan denied a claim as a duplicate: the whole claim, or every line of it. */
export function isDuplicate(claim: Reasoned, lines: readonly Reasoned[]): boolean {
  const says = ({ reasons }: Reasoned) => reasons.some(({ code }) => duplicateCodes.includes(code))
  return says(claim) || (lines.length > 0 && lines.every(says))
}

/** Whether the plan denied the claim again after an appeal. */
export function isDeniedOnAppeal(state: ClaimState, { afterAppeal }: Pick<ClaimFacts, 'afterAppeal'>): boolean {
  return state === 'denied' && afterAppeal
}

const undecided: ReadonlySet<ClaimState> = new Set(['in-progress', 'correction', 'replaced', 'cancelled'])

/** Whether the plan has decided, so that the amounts are final unless it decides again. */
export function isDecided(state: ClaimState): boolean {
  return !undecided.has(state)
}
