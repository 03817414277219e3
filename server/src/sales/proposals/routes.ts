import * as calls from '@portico/contract/calls/proposals'
import type { Binder } from '../../platform/http/bind.ts'
import { changeNpn, createProposal, sendProposal } from './change.ts'
import { readLastQuote, readProposal, readProposals } from './list.ts'
import { openProposal } from './open.ts'
import { readMyProposals } from './own.ts'
import type { ProposalParts } from './parts.ts'

/**
 * Proposals of the chosen agency and region to clients (AG-6). All calls except the client's own throw AGENCY-NOT-CHOSEN and
 * WRONG-ROLE.
 */
export function bindProposals(binder: Binder, parts: ProposalParts): void {
  binder.bind(calls.agencyProposals, readProposals(parts))
  binder.bind(calls.agencyProposal, readProposal(parts))
  binder.bind(calls.lastQuoteOf, readLastQuote(parts))
  binder.bind(calls.createProposal, createProposal(parts))
  binder.bind(calls.sendProposal, sendProposal(parts))
  binder.bind(calls.updateProposalNpn, changeNpn(parts))
  binder.bind(calls.openProposal, openProposal(parts))
  binder.bind(calls.myProposals, readMyProposals(parts))
}
