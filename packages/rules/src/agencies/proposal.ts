import type { PlanLine } from '../shop/lines.ts'
import type { SellingLine } from './selling.ts'

/** How far a proposal has come (AG-6). We learn that it was `opened` only from its link; `over`: the link no longer works. */
export const proposalStates = ['draft', 'sent', 'opened', 'applied', 'over'] as const
export type ProposalState = (typeof proposalStates)[number]

/** The most e-mails that we send for one proposal: the client asked for the proposal, not for more mail. */
export const maxSent = 3

/** The longest note that an agent can add to the plans, in UTF-16 units. */
export const maxNote = 1_000

interface Happenings {
  readonly sentAt: Date | null
  readonly openedAt: Date | null
  readonly expiresAt: Date
  /** Whether the proposal led to an application. */
  readonly applied: boolean
}

export function proposalState({ sentAt, openedAt, expiresAt, applied }: Happenings, now: Date): ProposalState {
  if (applied) return 'applied'
  if (expiresAt <= now) return 'over'
  if (openedAt !== null) return 'opened'
  return sentAt === null ? 'draft' : 'sent'
}

/** The line of business that an agent must be appointed for to sell a plan. */
export function toSellingLine(line: PlanLine): SellingLine {
  if (line === 'medical') return 'aca'
  return line === 'medicare-advantage' ? 'ma' : line
}
