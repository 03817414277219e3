import type * as calls from '@portico/contract/calls/proposals'
import { findExchange } from '@portico/rules/shop/state-help'
import { hashSecret } from '../../identity/tokens/secrets.ts'
import { easternDay } from '../../platform/day.ts'
import { CallError } from '../../platform/http/call-error.ts'
import { about } from '../../platform/http/recorded.ts'
import type { PreparedHandler } from '../../platform/http/stages.ts'
import { isEntitled } from '../agencies/scope.ts'
import { openProposalContent } from './content.ts'
import { noteInBrowser } from './own.ts'
import type { ProposalParts } from './parts.ts'
import { findByTicket, noteOpened } from './store.ts'

/** The client opens a proposal by its ticket alone. Throws CHALLENGE-EXPIRED. */
export const openProposal = ({
  dataKey,
  limits,
  territory,
}: ProposalParts): PreparedHandler<typeof calls.openProposal> => ({
  around: (_input, { origin, now }, run) => limits.useTicket(origin.address, now, run),
  handle: async ({ body: { ticket, brand } }, context, tx) => {
    const { now } = context
    const row = await findByTicket(tx, hashSecret(ticket), now)
    if (row === undefined) throw new CallError('CHALLENGE-EXPIRED')
    territory.refuseOther(row.brand, brand)
    await noteOpened(tx, row.proposal_id, now)
    noteInBrowser(context, ticket)
    const { firstName, basis, plans, note, withCredit } = openProposalContent(dataKey, row)
    const { agent_account_id: accountId, agency_id: agencyId, region } = row
    const county = territory.home(basis.zipCode, basis.county)
    return about(row.proposal_id, {
      firstName,
      basis,
      exchange: county === null ? null : findExchange(county.state),
      note,
      withCredit,
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
    })
  },
})
