import type { PayloadOf, QueryOf } from '@portico/contract/call'
import * as calls from '@portico/contract/calls/leads'
import { type Language, languages } from '@portico/contract/page'
import { type BestTime, bestTimes } from '@portico/rules/messages/best-times'
import type { BrandService } from '../../brands/brand/service.ts'
import { deskScopeOf } from '../../identity/rights/scope.ts'
import { type AuditEvent, audit } from '../../platform/audit/store.ts'
import { easternDay } from '../../platform/day.ts'
import type { Database, Tx } from '../../platform/db/database.ts'
import type { Asking } from '../../platform/http/asking.ts'
import type { Binder } from '../../platform/http/bind.ts'
import { CallError, fieldError } from '../../platform/http/call-error.ts'
import { cursorText, parseCursor } from '../../platform/http/cursor.ts'
import { type ProducerScope, producerScope } from '../agencies/scope.ts'
import {
  findLead,
  type LeadsOf,
  type ListedLead,
  leadPage,
  listFollowUps,
  listLeads,
  listSellers,
  updateLead,
} from './store.ts'

type Lead = PayloadOf<typeof calls.changeStaffLead>

/** People who may buy, for staff of their brands and for the agencies that they were handed to (SH-8, AG-4). */
export function bindLeadDesk(
  binder: Binder,
  { database, brands }: { readonly database: Database; readonly brands: BrandService },
): void {
  binder.bind(calls.staffLeads, ({ query }, asking) =>
    database.transaction(async (tx) => {
      const scope = await deskScopeOf(tx, asking.principal)
      const sellers = await listSellers(tx, scope.brands)
      return {
        ...(await list(tx, asking, { brands: scope.brands }, query)),
        agencies: sellers.map(({ agencyId, region, name, regionName, brand }) => ({
          agencyId,
          region,
          brand,
          name: `${name}, ${regionName}`,
        })),
      }
    }),
  )

  binder.bind(calls.changeStaffLead, ({ params: { lead: leadId }, body }, asking) =>
    database.transaction(async (tx) => {
      const { version, state, note: words, agencyId, region } = body
      const { brands: own } = await deskScopeOf(tx, asking.principal)
      const whose = { brands: own }
      const lead = await required(tx, whose, leadId)
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
      await store(tx, lead, version, { state, note: words, ...handed, changed_at: asking.now })
      await note(tx, asking, {
        action: isSame ? 'lead.change' : 'lead.hand-over',
        recordType: 'lead',
        recordId: leadId,
      })
      return view(await required(tx, whose, leadId), asking)
    }),
  )

  binder.bind(calls.agencyLeads, ({ query }, asking) =>
    database.transaction(async (tx) => {
      const scope = await producerScope(tx, asking.principal, 'leads')
      const { view: which, after } = query
      if (which !== 'follow-ups')
        return { ...(await list(tx, asking, ofAgency(scope), { view: which, after })), total: null }
      const { leads, total } = await listFollowUps(tx, ofAgency(scope), easternDay(asking.now))
      await noteRead(tx, asking, leads, which)
      return { leads: leads.map((lead) => view(lead, asking)), next: null, total }
    }),
  )

  binder.bind(calls.changeAgencyLead, ({ params: { lead: leadId }, body }, asking) =>
    database.transaction(async (tx) => {
      const { version, state, note: words, followUpOn, mine } = body
      const scope = await producerScope(tx, asking.principal, 'leads')
      const whose = ofAgency(scope)
      const lead = await required(tx, whose, leadId)
      const isOwn = lead.agent_account_id === scope.accountId
      const agent = mine ? { agent_account_id: scope.accountId } : isOwn ? { agent_account_id: null } : {}
      await store(tx, lead, version, {
        state,
        note: words,
        follow_up_on: followUpOn,
        ...agent,
        changed_at: asking.now,
      })
      await note(tx, asking, { action: 'lead.change', recordType: 'lead', recordId: leadId })
      return view(await required(tx, whose, leadId), asking)
    }),
  )

  async function list(
    tx: Tx,
    asking: Asking,
    whose: LeadsOf,
    { view: which, after }: QueryOf<typeof calls.staffLeads>,
  ): Promise<Pick<PayloadOf<typeof calls.agencyLeads>, 'leads' | 'next'>> {
    const found = await listLeads(tx, whose, { view: which, after: parseCursor('after', after) })
    const leads = found.slice(0, leadPage)
    await noteRead(tx, asking, leads, which)
    const last = leads.at(-1)
    const next = found.length > leadPage && last ? cursorText({ at: last.due_at, id: last.lead_id }) : null
    return { leads: leads.map((lead) => view(lead, asking)), next }
  }

  function view(lead: ListedLead, { principal, language }: Pick<Asking, 'principal' | 'language'>): Lead {
    const { agency_id: agencyId, region, agencyName } = lead
    return {
      leadId: lead.lead_id,
      kind: lead.kind,
      state: lead.state,
      brand: lead.brand,
      brandName: brands.loaded(lead.brand).texts[language].name,
      segment: lead.segment,
      language: languageOf(lead.language),
      firstName: lead.first_name,
      lastName: lead.last_name,
      phone: lead.phone,
      email: lead.email,
      zipCode: lead.zip_code,
      county: lead.county,
      planName: lead.plan_name,
      callOn: lead.call_on,
      bestTime: timeOf(lead.best_time),
      askedAt: lead.created_at.toISOString(),
      dueAt: lead.due_at.toISOString(),
      followUpOn: lead.follow_up_on,
      note: lead.note,
      version: lead.version,
      agency:
        agencyId === null || region === null || agencyName === null ? null : { agencyId, region, name: agencyName },
      agent:
        lead.agentName === null ? null : { name: lead.agentName, own: lead.agent_account_id === principal.accountId },
    }
  }
}

function ofAgency({ agencyId, region }: ProducerScope): LeadsOf {
  return { agencyId, region }
}

async function required(tx: Tx, whose: LeadsOf, leadId: string): Promise<ListedLead> {
  const lead = await findLead(tx, whose, leadId)
  if (lead === undefined) throw new CallError('NOT-FOUND')
  return lead
}

async function store(
  tx: Tx,
  lead: ListedLead,
  version: number,
  change: Parameters<typeof updateLead>[3],
): Promise<void> {
  if (lead.version !== version || !(await updateLead(tx, lead.lead_id, version, change)))
    throw new CallError('CONFLICT')
}

/** Audits the read of each person; an empty list is recorded as well. */
function noteRead(tx: Tx, asking: Asking, leads: readonly ListedLead[], which: string): Promise<void> {
  const seen = leads.map(({ lead_id }) => ({ action: 'lead.read', recordType: 'lead', recordId: lead_id }))
  const empty = { action: 'lead.list', recordType: 'lead-list', recordId: which }
  return audit(tx, asking.principal, seen.length > 0 ? seen : empty, asking)
}

function note(tx: Tx, asking: Asking, event: AuditEvent): Promise<void> {
  return audit(tx, asking.principal, event, asking)
}

function languageOf(text: string): Language {
  return languages.find((one) => one === text) ?? 'en'
}

function timeOf(text: string | null): BestTime | null {
  return bestTimes.find((one) => one === text) ?? null
}
