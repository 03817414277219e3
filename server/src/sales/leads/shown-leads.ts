import type { PayloadOf, QueryOf } from '@portico/contract/call'
import type * as calls from '@portico/contract/calls/leads'
import type { Language } from '@portico/contract/page'
import { languages } from '@portico/rules/languages/list'
import { type BestTime, bestTimes } from '@portico/rules/messages/best-times'
import type { Tx } from '../../platform/db/database.ts'
import { CallError } from '../../platform/http/call-error.ts'
import type { CallContext } from '../../platform/http/context.ts'
import { cursorText, parseCursor } from '../../platform/http/cursor.ts'
import type { Principal } from '../../platform/http/principal.ts'
import type { Happening } from '../../platform/http/recorded.ts'
import type { LeadDeskParts } from './desk-parts.ts'
import { findLead, type LeadsOf, type ListedLead, leadPage, listLeads, updateLead } from './store.ts'

type Lead = PayloadOf<typeof calls.changeStaffLead>

export async function readPage(
  parts: LeadDeskParts,
  tx: Tx,
  context: CallContext<Principal>,
  whose: LeadsOf,
  { view: which, after }: QueryOf<typeof calls.staffLeads>,
): Promise<SeenLeads> {
  const found = await listLeads(tx, whose, { view: which, after: parseCursor('after', after) })
  const leads = found.slice(0, leadPage)
  const last = leads.at(-1)
  const next = found.length > leadPage && last ? cursorText({ at: last.due_at, id: last.lead_id }) : null
  return { page: { leads: leads.map((lead) => showLead(parts, lead, context)), next }, seen: listSeen(leads, which) }
}

/** A page of leads, with its audit events. */
interface SeenLeads {
  readonly page: Pick<PayloadOf<typeof calls.agencyLeads>, 'leads' | 'next'>
  readonly seen: ReturnType<typeof listSeen>
}

export function showLead(
  { brands }: LeadDeskParts,
  lead: ListedLead,
  { principal, language }: Pick<CallContext<Principal>, 'principal' | 'language'>,
): Lead {
  const { agency_id: agencyId, region, agencyName } = lead
  return {
    leadId: lead.lead_id,
    kind: lead.kind,
    state: lead.state,
    brand: lead.brand,
    brandName: brands.requireLoaded(lead.brand).texts[language].name,
    segment: lead.segment,
    language: readLanguage(lead.language),
    firstName: lead.first_name,
    lastName: lead.last_name,
    phone: lead.phone,
    email: lead.email,
    zipCode: lead.zip_code,
    county: lead.county,
    planName: lead.plan_name,
    callOn: lead.call_on,
    bestTime: readTime(lead.best_time),
    askedAt: lead.created_at.toISOString(),
    dueAt: lead.due_at.toISOString(),
    followUpOn: lead.follow_up_on,
    note: lead.note,
    version: lead.version,
    agency: agencyId === null || region === null || agencyName === null ? null : { agencyId, region, name: agencyName },
    agent:
      lead.agentName === null ? null : { name: lead.agentName, own: lead.agent_account_id === principal.accountId },
  }
}

export async function requireLead(tx: Tx, whose: LeadsOf, leadId: string): Promise<ListedLead> {
  const lead = await findLead(tx, whose, leadId)
  if (lead === undefined) throw new CallError('NOT-FOUND')
  return lead
}

export async function storeChange(
  tx: Tx,
  lead: ListedLead,
  version: number,
  change: Parameters<typeof updateLead>[3],
): Promise<void> {
  if (lead.version !== version || !(await updateLead(tx, lead.lead_id, version, change)))
    throw new CallError('CONFLICT')
}

/** An audit event for each person read; an empty list counts as read, too. */
export function listSeen(leads: readonly ListedLead[], which: string): Happening<'lead.read' | 'lead.list'>[] {
  if (leads.length === 0) return [{ action: 'lead.list', recordId: which }]
  return leads.map(({ lead_id: recordId }) => ({ action: 'lead.read', recordId }))
}

function readLanguage(text: string): Language {
  return languages.find((one) => one === text) ?? 'en'
}

function readTime(text: string | null): BestTime | null {
  return bestTimes.find((one) => one === text) ?? null
}
