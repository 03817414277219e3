import { sql } from 'kysely'

/** A proposal that its agency may see: one for someone who is not a client, or for a client who lets the agency see them (AG-5). */
export const isSeenProposal = sql<boolean>`(proposal.client_id is null or exists (select from agency_client client
  where client.agency_id = proposal.agency_id and client.region = proposal.region
    and client.client_id = proposal.client_id
    and client.consented_on is not null and client.consent_ended_on is null))`
