import type * as calls from '@portico/contract/calls/leads'
import { findPerson } from '../../identity/accounts/people.ts'
import { easternDay } from '../../platform/day.ts'
import type { Tx } from '../../platform/db/database.ts'
import { about, aboutEach } from '../../platform/http/recorded.ts'
import type { AuditedHandler } from '../../platform/http/stages.ts'
import { type ProducerScope, producerScope } from '../agencies/scope.ts'
import type { LeadDeskParts } from './desk-parts.ts'
import { addEntry, listEntries } from './history-store.ts'
import { listSeen, readPage, requireLead, showLead, storeChange } from './shown-leads.ts'
import { type LeadsOf, listFollowUps } from './store.ts'

export const listForAgency =
  (parts: LeadDeskParts): AuditedHandler<typeof calls.agencyLeads> =>
  async ({ principal, query: { view: which, after } }, context, tx) => {
    const whose = limitToAgency(await producerScope(tx, principal, 'leads'))
    if (which !== 'follow-ups') {
      const { page, seen } = await readPage(parts, tx, context, whose, { view: which, after })
      return aboutEach(seen, { ...page, total: null })
    }
    const { leads, total } = await listFollowUps(tx, whose, easternDay(context.now))
    const shown = leads.map((lead) => showLead(parts, lead, context))
    return aboutEach(listSeen(leads, which), { leads: shown, next: null, total })
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
      ...(words !== '' && { note: words }),
      follow_up_on: followUpOn,
      ...agent,
      changed_at: context.now,
    })
    const by = await findName(tx, scope.accountId)
    await addEntry(tx, lead, { by, now: context.now, state, note: words, follow_up_on: followUpOn })
    return about(leadId, showLead(parts, await requireLead(tx, whose, leadId), context))
  }

export const readAgencyHistory: AuditedHandler<typeof calls.agencyLeadHistory> = async ({ params }, context, tx) => {
  const scope = await producerScope(tx, context.principal, 'leads')
  const lead = await requireLead(tx, limitToAgency(scope), params.lead)
  return about(lead.lead_id, await listEntries(tx, lead.lead_id))
}

async function findName(tx: Tx, accountId: string): Promise<string> {
  const { firstName, lastName } = await findPerson(tx, accountId)
  return `${firstName} ${lastName}`.trim()
}

function limitToAgency({ agencyId, region }: ProducerScope): LeadsOf {
  return { agencyId, region }
}
