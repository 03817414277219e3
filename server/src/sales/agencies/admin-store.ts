import { openLeadStates } from '@portico/rules/leads/lead'
import { sql } from 'kysely'
import type { Reader, Tx } from '../../platform/db/database.ts'
import { isSeenProposal } from './seen-proposal-statement.ts'

interface Place {
  readonly agencyId: string
  readonly region: string
}

export interface AgentRow {
  readonly agentId: string
  readonly name: string
  readonly npn: string | null
  readonly given: string[]
  readonly clients: number
  readonly leads: number
  readonly proposals: number
  readonly applications: number
}

/** The agents of an agency and region by name, each with the number of their clients and other open work. */
export async function listAgencyAgents(db: Reader, { agencyId, region }: Place): Promise<AgentRow[]> {
  const { rows } = await sql<AgentRow>`
    select agent.account_id as "agentId", account.first_name || ' ' || account.last_name as name, account.npn,
      agent.entitlements as given,
      (select count(*)::int from agency_client client
        join member on member.member_id = client.member_id
        join agency_region place on place.agency_id = client.agency_id and place.region = client.region
          and place.brand = member.brand
        where client.agency_id = agent.agency_id and client.region = agent.region
          and client.agent_account_id = agent.account_id
          and client.consented_on is not null and client.consent_ended_on is null) as clients,
      (select count(*)::int from lead where lead.agency_id = agent.agency_id and lead.region = agent.region
        and lead.agent_account_id = agent.account_id and lead.state = any(${[...openLeadStates]}::text[])) as leads,
      (select count(*)::int from agency_proposal proposal
        where proposal.agency_id = agent.agency_id and proposal.region = agent.region
          and proposal.agent_account_id = agent.account_id and ${isSeenProposal}) as proposals,
      (select count(*)::int from shop_application application
        join agency_proposal proposal on proposal.proposal_id = application.proposal_id
        where proposal.agency_id = agent.agency_id and proposal.region = agent.region
          and proposal.agent_account_id = agent.account_id and ${isSeenProposal}) as applications
    from agency_agent agent join account on account.account_id = agent.account_id
    where agent.agency_id = ${agencyId} and agent.region = ${region}
    order by name, agent.account_id
    limit 500`.execute(db)
  return rows
}

/** The agents of an agency and region with their entitlements, locked until the transaction ends. */
export function holdGiven(tx: Tx, { agencyId, region }: Place) {
  return tx
    .selectFrom('agency_agent')
    .select(['account_id as agentId', 'entitlements as given'])
    .where('agency_id', '=', agencyId)
    .where('region', '=', region)
    .orderBy('account_id')
    .forUpdate()
    .execute()
}

export async function writeGiven(
  tx: Tx,
  { agencyId, region }: Place,
  agentId: string,
  entitlements: readonly string[],
): Promise<void> {
  await tx
    .updateTable('agency_agent')
    .set({ entitlements: JSON.stringify(entitlements) })
    .where('account_id', '=', agentId)
    .where('agency_id', '=', agencyId)
    .where('region', '=', region)
    .execute()
}

export type CountedEvent = 'leads' | 'sent' | 'opened' | 'applications' | 'inEffect'

/** How often each kind of event happened in each month, `yyyy-mm`; months without events are absent. */
export async function countByMonth(
  db: Reader,
  { agencyId, region }: Place,
  since: Date,
): Promise<{ readonly kind: CountedEvent; readonly month: string; readonly count: number }[]> {
  const seen = sql`select * from agency_proposal proposal
    where proposal.agency_id = ${agencyId} and proposal.region = ${region} and ${isSeenProposal}`
  const { rows } = await sql<{ readonly kind: CountedEvent; readonly month: string; readonly count: number }>`
    with seen as (${seen})
    select kind, to_char(at at time zone 'America/New_York', 'YYYY-MM') as month, count(*)::int as count from (
      select 'leads' as kind, created_at as at from lead where agency_id = ${agencyId} and region = ${region}
      union all select 'sent', sent_at from seen
      union all select 'opened', opened_at from seen
      union all select 'applications', application.created_at from shop_application application
        join seen on seen.proposal_id = application.proposal_id
      union all select 'inEffect', event.at from shop_application_event event
        join shop_application application on application.enrollment_id = event.enrollment_id
        join seen on seen.proposal_id = application.proposal_id
        where event.state = 'effectuated'
    ) happened
    where at >= ${since}
    group by 1, 2`.execute(db)
  return rows
}
