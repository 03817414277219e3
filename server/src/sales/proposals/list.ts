import type * as calls from '@portico/contract/calls/proposals'
import { cursorText, parseCursor } from '../../platform/http/cursor.ts'
import { about, aboutEach } from '../../platform/http/recorded.ts'
import type { AuditedHandler } from '../../platform/http/stages.ts'
import { producerScope } from '../agencies/scope.ts'
import { showProposal, showProposals } from './answer.ts'
import { requireProposal } from './kept.ts'
import type { ProposalParts } from './parts.ts'
import { listProposals, proposalPage } from './store.ts'

/** A page of the chosen agency's proposals, the newest first. */
export const readProposals =
  ({ dataKey }: ProposalParts): AuditedHandler<typeof calls.agencyProposals> =>
  async ({ principal, query: { after } }, context, tx) => {
    const scope = await producerScope(tx, principal, 'quote')
    const found = await listProposals(tx, scope, parseCursor('after', after))
    const rows = found.slice(0, proposalPage)
    const seen = rows.map(({ proposal_id: recordId }) => ({ action: 'proposal.read', recordId }) as const)
    const empty = { action: 'proposal.list', recordId: `${scope.agencyId} ${scope.region}` } as const
    const last = rows.at(-1)
    return aboutEach(seen.length > 0 ? seen : [empty], {
      proposals: await showProposals(tx, dataKey, rows, context),
      next: found.length > proposalPage && last ? cursorText({ at: last.created_at, id: last.proposal_id }) : null,
    })
  }

/** One of them. Throws NOT-FOUND. */
export const readProposal =
  ({ dataKey }: ProposalParts): AuditedHandler<typeof calls.agencyProposal> =>
  async ({ principal, params: { proposal } }, context, tx) => {
    const scope = await producerScope(tx, principal, 'quote')
    const row = await requireProposal(tx, scope, proposal)
    return about(proposal, await showProposal(tx, dataKey, scope, row, context))
  }
