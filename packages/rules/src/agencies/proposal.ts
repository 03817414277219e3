import type { PlanLine } from '../shop/lines.ts'
import type { SellingLine } from './selling.ts'

/** How far a proposal is (AG-6): opened is told by its link alone; `over` where the link works no more. */
export const proposalStates = ['draft', 'sent', 'opened', 'applied', 'over'] as const
export type ProposalState = (typeof proposalStates)[number]

/** E-mails that one proposal is sent by at most: the client asked for it, not for more. */
export const maxSent = 3

interface Happenings {
  readonly sentAt: Date | null
  readonly openedAt: Date | null
  readonly expiresAt: Date
  /** Whether an application came of it. */
  readonly applied: boolean
}

export function proposalState({ sentAt, openedAt, expiresAt, applied }: Happenings, now: Date): ProposalState {
  if (applied) return 'applied'
  if (expiresAt <= now) return 'over'
  if (openedAt !== null) return 'opened'
  return sentAt === null ? 'draft' : 'sent'
}

/** The line of business that someone has to be appointed for to sell a plan. */
export function sellingLineOf(line: PlanLine): SellingLine {
  if (line === 'medical') return 'aca'
  return line === 'medicare-advantage' ? 'ma' : line
}
