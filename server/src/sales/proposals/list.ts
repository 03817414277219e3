import type { PayloadOf } from '@portico/contract/call'
import type * as calls from '@portico/contract/calls/proposals'
import { readAudited } from '../../platform/audit/reads.ts'
import { audit } from '../../platform/audit/store.ts'
import type { AuditedHandler } from '../../platform/http/bind.ts'
import type { CallContext } from '../../platform/http/context.ts'
import { cursorText, parseCursor } from '../../platform/http/cursor.ts'
import type { Principal } from '../../platform/http/principal.ts'
import { about } from '../../platform/http/recorded.ts'
import { producerScope } from '../agencies/scope.ts'
import { showProposal, showProposals } from './answer.ts'
import { requireProposal, toEvent } from './kept.ts'
import type { ProposalParts } from './parts.ts'
import { listProposals, proposalPage } from './store.ts'

/** A page of the chosen agency's proposals, the newest first. */
export function readProposals(
  { database, dataKey }: ProposalParts,
  context: CallContext<Principal>,
  after: string | undefined,
): Promise<PayloadOf<typeof calls.agencyProposals>> {
  return readAudited(database, async (tx) => {
    const scope = await producerScope(tx, context.principal, 'quote')
    const found = await listProposals(tx, scope, parseCursor('after', after))
    const rows = found.slice(0, proposalPage)
    const seen = rows.map(({ proposal_id }) => toEvent('proposal.read', proposal_id))
    const empty = { action: 'proposal.list', recordType: 'agency', recordId: `${scope.agencyId} ${scope.region}` }
    await audit(tx, context.principal, seen.length > 0 ? seen : empty, context)
    const last = rows.at(-1)
    return {
      proposals: await showProposals(tx, dataKey, rows, context),
      next: found.length > proposalPage && last ? cursorText({ at: last.created_at, id: last.proposal_id }) : null,
    }
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
