import type { BodyOf, PayloadOf } from '@portico/contract/call'
import type { agencyProposal, createProposal } from '@portico/contract/calls/proposals'
import type { DataKey } from '../../platform/data-key.ts'
import { sealedColumns } from '../../platform/sealed-columns.ts'

/** The part of a proposal that is stored encrypted. */
export interface ProposalContent {
  readonly firstName: string
  readonly lastName: string
  readonly email: string
  readonly basis: BodyOf<typeof createProposal>['basis']
  readonly plans: PayloadOf<typeof agencyProposal>['plans']
  readonly note: string
  readonly withCredit: boolean
}

const earlier = { creditCents: 0, reduction: null, limits: null }

const contextOf = sealedColumns.agency_proposal.nameSeal

export function sealProposal(dataKey: DataKey, proposalId: string, content: ProposalContent): Buffer {
  return dataKey.seal(Buffer.from(JSON.stringify(content)), contextOf(proposalId))
}

export function openProposalContent(
  dataKey: DataKey,
  { sealed, proposal_id }: { readonly sealed: Buffer; readonly proposal_id: string },
): ProposalContent {
  const content = JSON.parse(dataKey.open(sealed, contextOf(proposal_id)).toString('utf8')) as ProposalContent
  // Proposals stored before these fields existed.
  return {
    ...content,
    note: content.note ?? '',
    withCredit: content.withCredit ?? true,
    plans: content.plans.map((plan) => ({ ...earlier, ...plan })),
  }
}
