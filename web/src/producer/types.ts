import type { PayloadOf } from '@portico/contract/call'
import type { agencyChoices, partyAppointmentsAndCourses } from '@portico/contract/calls/agencies'
import type { agencyAgents, agencyFigures } from '@portico/contract/calls/agency-admin'
import type { agencyClients } from '@portico/contract/calls/clients'
import type { agencyProposal, agencyProposals } from '@portico/contract/calls/proposals'

export type Book = PayloadOf<typeof agencyClients>
export type AgencyClient = Book['clients'][number]
export type Choices = PayloadOf<typeof agencyChoices>
export type Agency = Choices['choices'][number]
export type Credentials = PayloadOf<typeof partyAppointmentsAndCourses>
export type Proposal = PayloadOf<typeof agencyProposals>['proposals'][number]
export type ProposalDetail = PayloadOf<typeof agencyProposal>
export type AgentList = PayloadOf<typeof agencyAgents>
export type Agent = AgentList['agents'][number]
export type AgencyFigures = PayloadOf<typeof agencyFigures>

/** Props of every part: the viewer's agency and what they may do there. */
export interface PartProps {
  readonly choices: Choices
  readonly agency: Agency
  /** Applies other choices and announces the change. */
  readonly onChoices: (choices: Choices, said: string) => void
}

/** A client as a person to look for plans for. */
export function toPerson({ clientId, firstName, lastName, email, plans, coverageEnds }: AgencyClient) {
  return {
    ...{ clientId, firstName, lastName },
    ...{ email: email ?? '', plans: plans.join(', '), coverageEnds: coverageEnds ?? '' },
  }
}
