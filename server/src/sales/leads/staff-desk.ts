import type * as calls from '@portico/contract/calls/leads'
import { requireDeskScope } from '../../identity/rights/scope.ts'
import { fieldError } from '../../platform/http/call-error.ts'
import { about, aboutEach } from '../../platform/http/recorded.ts'
import type { AuditedHandler } from '../../platform/http/stages.ts'
import type { LeadDeskParts } from './desk-parts.ts'
import { addEntry, listEntries } from './history-store.ts'
import { readPage, requireLead, showLead, storeChange } from './shown-leads.ts'
import { listSellers } from './store.ts'

export const listForStaff =
  (parts: LeadDeskParts): AuditedHandler<typeof calls.staffLeads> =>
  async ({ principal, query }, context, tx) => {
    const { brands } = await requireDeskScope(tx, principal)
    const sellers = await listSellers(tx, brands)
    const { page, seen } = await readPage(parts, tx, context, { brands }, query)
    const agencies = sellers.map(({ agencyId, region, name, regionName, brand }) => ({
      ...{ agencyId, region, brand, name: `${name}, ${regionName}` },
    }))
    return aboutEach(seen, { ...page, agencies })
  }

export const changeStaffLead =
  (parts: LeadDeskParts): AuditedHandler<typeof calls.changeStaffLead> =>
  async ({ params: { lead: leadId }, body }, context, tx) => {
    const { version, state, note: words, followUpOn, agencyId, region } = body
    const { brands: own, name } = await requireDeskScope(tx, context.principal)
    const whose = { brands: own }
    const lead = await requireLead(tx, whose, leadId)
    const isSame = lead.agency_id === agencyId && lead.region === region
    if (agencyId !== null && !isSame) {
      const sellers = await listSellers(tx, [lead.brand])
      if (!sellers.some((one) => one.agencyId === agencyId && one.region === region))
        throw fieldError('agencyId', 'select.not-chosen')
    }
    const handed = isSame
      ? {}
      : {
          agency_id: agencyId,
          region: agencyId === null ? null : region,
          agent_account_id: null,
        }
    // The follow-up day belongs to whoever has the lead.
    const day = isSame ? followUpOn : null
    await storeChange(tx, lead, version, {
      state,
      ...(words !== '' && { note: words }),
      follow_up_on: day,
      ...handed,
      changed_at: context.now,
    })
    await addEntry(tx, lead, { by: name, now: context.now, state, note: words, follow_up_on: day })
    const shown = showLead(parts, await requireLead(tx, whose, leadId), context)
    return about(leadId, shown, { action: isSame ? 'lead.change' : 'lead.hand-over' })
  }

export const readStaffHistory: AuditedHandler<typeof calls.staffLeadHistory> = async ({ params }, context, tx) => {
  const { brands } = await requireDeskScope(tx, context.principal)
  const lead = await requireLead(tx, { brands }, params.lead)
  return about(lead.lead_id, await listEntries(tx, lead.lead_id))
}
