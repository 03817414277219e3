import type { PayloadOf } from '@portico/contract/call'
import type * as calls from '@portico/contract/calls/leads'
import { requireDeskScope } from '../../identity/rights/scope.ts'
import { readAudited } from '../../platform/audit/reads.ts'
import type { AuditedHandler, CallInput } from '../../platform/http/bind.ts'
import { fieldError } from '../../platform/http/call-error.ts'
import type { CallContext } from '../../platform/http/context.ts'
import type { Principal } from '../../platform/http/principal.ts'
import { about } from '../../platform/http/recorded.ts'
import type { LeadDeskParts } from './desk-parts.ts'
import { readPage, requireLead, showLead, storeChange } from './shown-leads.ts'
import { listSellers } from './store.ts'

export function listForStaff(
  parts: LeadDeskParts,
  { query }: CallInput<typeof calls.staffLeads>,
  context: CallContext<Principal>,
): Promise<PayloadOf<typeof calls.staffLeads>> {
  const { database } = parts
  return readAudited(database, async (tx) => {
    const scope = await requireDeskScope(tx, context.principal)
    const sellers = await listSellers(tx, scope.brands)
    return {
      ...(await readPage(parts, tx, context, { brands: scope.brands }, query)),
      agencies: sellers.map(({ agencyId, region, name, regionName, brand }) => ({
        agencyId,
        region,
        brand,
        name: `${name}, ${regionName}`,
      })),
    }
  })
}

export const changeStaffLead =
  (parts: LeadDeskParts): AuditedHandler<typeof calls.changeStaffLead> =>
  async ({ params: { lead: leadId }, body }, context, tx) => {
    const { version, state, note: words, agencyId, region } = body
    const { brands: own } = await requireDeskScope(tx, context.principal)
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
          follow_up_on: null,
        }
    await storeChange(tx, lead, version, { state, note: words, ...handed, changed_at: context.now })
    const shown = showLead(parts, await requireLead(tx, whose, leadId), context)
    return about(leadId, shown, { action: isSame ? 'lead.change' : 'lead.hand-over' })
  }
