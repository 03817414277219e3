import type { ClaimCategory } from './category.ts'
import type { ClaimState } from './state.ts'

/**
 * What a member still has to do about a claim's money. `undecided`: nobody owes anything yet; `unknown`: the plan's file does not say;
 * `counter`: paid at the pharmacy counter; `paid`: their accounts have paid all of it.
 */
export const owedSteps = ['undecided', 'unknown', 'nothing', 'counter', 'paid', 'bill'] as const
export type OwedStep = (typeof owedSteps)[number]

export interface ShareFacts {
  readonly state: ClaimState
  readonly category: ClaimCategory
  /** The member's share in cents; null: the file does not say. */
  readonly shareCents: number | null
  /** What their spending accounts have paid, or are about to pay, of it, in cents. */
  readonly accountsCents: number
}

export interface Owed {
  /** The member's share; null: nothing is decided, or the file does not say. */
  readonly shareCents: number | null
  /** How much of it is already paid: by their accounts, or at the pharmacy. */
  readonly paidCents: number
  /** What is left to pay, which every screen calls what the member owes; null: not known. */
  readonly owedCents: number | null
  readonly step: OwedStep
}

const settled: ReadonlySet<ClaimState> = new Set(['duplicate', 'correction', 'replaced', 'cancelled'])

/** The one rule for what a member owes on a claim (MP-1, MP-3, MP-4); `owedText` of the claims' store says the same in SQL. */
export function computeOwed({ state, category, shareCents, accountsCents }: ShareFacts): Owed {
  if (state === 'in-progress') return { shareCents: null, paidCents: 0, owedCents: null, step: 'undecided' }
  if (settled.has(state)) return { shareCents: 0, paidCents: 0, owedCents: 0, step: 'nothing' }
  if (shareCents === null) return { shareCents, paidCents: 0, owedCents: null, step: 'unknown' }
  if (shareCents <= 0) return { shareCents, paidCents: 0, owedCents: 0, step: 'nothing' }
  if (category === 'pharmacy') return { shareCents, paidCents: shareCents, owedCents: 0, step: 'counter' }
  const paidCents = Math.min(shareCents, Math.max(0, accountsCents))
  const owedCents = shareCents - paidCents
  return { shareCents, paidCents, owedCents, step: owedCents === 0 ? 'paid' : 'bill' }
}
