import type { PayloadOf } from '@portico/contract/call'
import type * as calls from '@portico/contract/calls/proposals'
import { maxSent, proposalState, toSellingLine } from '@portico/rules/agencies/proposal'
import { toAuthored } from '@portico/rules/languages/authored'
import type { DataKey } from '../../platform/data-key.ts'
import type { Reader } from '../../platform/db/database.ts'
import type { CallContext } from '../../platform/http/context.ts'
import type { Principal } from '../../platform/http/principal.ts'
import { listMissing, type ProducerScope } from '../agencies/scope.ts'
import { openProposalContent } from './content.ts'
import { listApplications, type ProposalRow } from './store.ts'

export type Proposal = PayloadOf<typeof calls.agencyProposals>['proposals'][number]
export type Detail = PayloadOf<typeof calls.agencyProposal>

/** Proposals as the agency sees them, each with the applications that resulted. */
export async function showProposals(
  db: Reader,
  dataKey: DataKey,
  rows: readonly ProposalRow[],
  { principal, now }: CallContext<Principal>,
): Promise<Proposal[]> {
  const ids = rows.map(({ proposal_id }) => proposal_id)
  const applications = Map.groupBy(await listApplications(db, ids), ({ proposal_id }) => proposal_id)
  return rows.map((row) => {
    const { firstName, lastName, email, plans } = openProposalContent(dataKey, row)
    const { sent_at: sentAt, opened_at: openedAt, expires_at: expiresAt, agent_account_id: agentId } = row
    const cameOfIt = applications.get(row.proposal_id) ?? []
    const applied = cameOfIt.length > 0
    return {
      proposalId: row.proposal_id,
      firstName,
      lastName,
      email,
      plans: [...plans],
      language: toAuthored(row.language),
      market: row.market,
      planYear: row.plan_year,
      state: proposalState({ sentAt, openedAt, expiresAt, applied }, now),
      createdAt: row.created_at.toISOString(),
      sentAt: sentAt?.toISOString() ?? null,
      openedAt: openedAt?.toISOString() ?? null,
      expiresAt: expiresAt.toISOString(),
      agent: { agentId, name: row.agentName, own: agentId === principal.accountId },
      applications: cameOfIt.map(({ application_number, plan_name, state, starts }) => ({
        applicationNumber: application_number,
        planName: plan_name,
        state,
        starts,
      })),
    }
  })
}

/** A proposal with its household, and what its agent still needs in order to sell its plans. */
export async function showProposal(
  db: Reader,
  dataKey: DataKey,
  scope: ProducerScope,
  row: ProposalRow,
  context: CallContext<Principal>,
): Promise<Detail> {
  const [shown] = await showProposals(db, dataKey, [row], context)
  if (shown === undefined) throw new Error('A proposal that is there is not shown.')
  const lines = new Set(shown.plans.map(({ line }) => toSellingLine(line)))
  const missing = await listMissing(db, row.agent_account_id, scope, context.now)
  const { basis, note } = openProposalContent(dataKey, row)
  return {
    ...shown,
    basis,
    note,
    npn: row.npn,
    version: row.version,
    sendsLeft: Math.max(0, maxSent - row.sends),
    missing:
      missing
        ?.filter((one) => lines.has(one.line) && one.missing.length > 0)
        .map(({ line, missing: needs }) => ({
          line,
          needs: [...needs],
        })) ?? null,
  }
}
