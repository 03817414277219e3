import type { BodyOf, PayloadOf } from '@portico/contract/call'
import type * as calls from '@portico/contract/calls/proposals'
import { hashSecret } from '../../identity/tokens/secrets.ts'
import { audit } from '../../platform/audit/store.ts'
import { easternDay } from '../../platform/day.ts'
import { CallError } from '../../platform/http/call-error.ts'
import type { CallContext } from '../../platform/http/context.ts'
import { isEntitled } from '../agencies/scope.ts'
import { openProposalContent } from './content.ts'
import { toEvent } from './kept.ts'
import type { ProposalParts } from './parts.ts'
import { findByTicket, noteOpened } from './store.ts'

/** The client opens a proposal by its ticket alone. Throws CHALLENGE-EXPIRED. */
export function openProposal(
  { database, dataKey, limits, territory }: ProposalParts,
  context: CallContext,
  { ticket, brand }: BodyOf<typeof calls.openProposal>,
): Promise<PayloadOf<typeof calls.openProposal>> {
  return limits.useTicket(context.origin.address, context.now, () =>
    database.transaction(async (tx) => {
      const { now } = context
      const row = await findByTicket(tx, hashSecret(ticket), now)
      if (row === undefined) throw new CallError('CHALLENGE-EXPIRED')
      territory.refuseOther(row.brand, brand)
      await noteOpened(tx, row.proposal_id, now)
      await audit(tx, null, toEvent('proposal.open', row.proposal_id), context)
      const { firstName, basis, plans } = openProposalContent(dataKey, row)
      const { agent_account_id: accountId, agency_id: agencyId, region } = row
      return {
        firstName,
        basis,
        plans: [...plans],
        market: row.market,
        planYear: row.plan_year,
        npn: row.npn,
        agentName: row.agentName,
        agencyName: row.agencyName,
        agencyPhone: row.agencyPhone,
        madeOn: easternDay(row.created_at),
        until: easternDay(row.expires_at),
        mayApply: await isEntitled(tx, { accountId, agencyId, region }, 'enroll'),
      }
    }),
  )
}
