import type { PayloadOf } from '@portico/contract/call'
import type * as calls from '@portico/contract/calls/leads'
import { readAudited } from '../../platform/audit/reads.ts'
import { easternDay } from '../../platform/day.ts'
import type { AuditedHandler, CallInput } from '../../platform/http/bind.ts'
import type { CallContext } from '../../platform/http/context.ts'
import type { Principal } from '../../platform/http/principal.ts'
import { about } from '../../platform/http/recorded.ts'
import { type ProducerScope, producerScope } from '../agencies/scope.ts'
import type { LeadDeskParts } from './desk-parts.ts'
import { readPage, recordRead, requireLead, showLead, storeChange } from './shown-leads.ts'
import { type LeadsOf, listFollowUps } from './store.ts'

export function listForAgency(
  parts: LeadDeskParts,
  { query }: CallInput<typeof calls.agencyLeads>,
  context: CallContext<Principal>,
): Promise<PayloadOf<typeof calls.agencyLeads>> {
  const { database } = parts
  return readAudited(database, async (tx) => {
    const scope = await producerScope(tx, context.principal, 'leads')
    const { view: which, after } = query
    if (which !== 'follow-ups')
      return { ...(await readPage(parts, tx, context, limitToAgency(scope), { view: which, after })), total: null }
    const { leads, total } = await listFollowUps(tx, limitToAgency(scope), easternDay(context.now))
    await recordRead(tx, context, leads, which)
    return { leads: leads.map((lead) => showLead(parts, lead, context)), next: null, total }
  })
}

export const changeAgencyLead =
  (parts: LeadDeskParts): AuditedHandler<typeof calls.changeAgencyLead> =>
  async ({ params: { lead: leadId }, body }, context, tx) => {
    const { version, state, note: words, followUpOn, mine } = body
    const scope = await producerScope(tx, context.principal, 'leads')
    const whose = limitToAgency(scope)
    const lead = await requireLead(tx, whose, leadId)
    const isOwn = lead.agent_account_id === scope.accountId
    const agent = mine ? { agent_account_id: scope.accountId } : isOwn ? { agent_account_id: null } : {}
    await storeChange(tx, lead, version, {
      state,
      note: words,
      follow_up_on: followUpOn,
      ...agent,
      changed_at: context.now,
    })
    return about(leadId, showLead(parts, await requireLead(tx, whose, leadId), context))
  }

function limitToAgency({ agencyId, region }: ProducerScope): LeadsOf {
  return { agencyId, region }
}
