import * as calls from '@portico/contract/calls/leads'
import type { Binder } from '../../platform/http/bind.ts'
import { changeAgencyLead, listForAgency, readAgencyHistory } from './agency-desk.ts'
import type { LeadDeskParts } from './desk-parts.ts'
import { changeStaffLead, listForStaff, readStaffHistory } from './staff-desk.ts'

/** People who may buy, for staff of their brands and for the agencies that have them (SH-8, AG-4). */
export function bindLeadDesk(binder: Binder, parts: LeadDeskParts): void {
  binder.bind(calls.staffLeads, listForStaff(parts))
  binder.bind(calls.changeStaffLead, changeStaffLead(parts))
  binder.bind(calls.agencyLeads, listForAgency(parts))
  binder.bind(calls.changeAgencyLead, changeAgencyLead(parts))
  binder.bind(calls.staffLeadHistory, readStaffHistory)
  binder.bind(calls.agencyLeadHistory, readAgencyHistory)
}
