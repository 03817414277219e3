import type { DataKey } from '../../platform/data-key.ts'
import { computeTicket } from '../shop/saved.ts'

/** The `use` that {@link computeTicket} gets here. */
export const PROPOSAL_USE = 'proposal'

/** The secret of a proposal's link. */
export function ticketFor(dataKey: DataKey, proposalId: string): string {
  return computeTicket(dataKey, proposalId, PROPOSAL_USE)
}
