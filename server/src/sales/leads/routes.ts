import * as calls from '@portico/contract/calls/leads'
import { createLead } from '@portico/contract/calls/registration'
import { createChecks } from '../../member/registration/checks.ts'
import type { Binder } from '../../platform/http/bind.ts'
import { createLeadAsking } from './asking.ts'
import { bindLeadDesk } from './desk.ts'

type LeadParts = Parameters<typeof bindLeadDesk>[1] &
  Parameters<typeof createChecks>[0] &
  Omit<Parameters<typeof createLeadAsking>[0], 'checks'>

/** People who may buy: how they reach us, and who talks to them (SH-1, SH-8). */
export function bindLeads(binder: Binder, parts: LeadParts): void {
  const asking = createLeadAsking({ ...parts, checks: createChecks(parts) })

  binder.bind(createLead, asking.create)
  binder.bind(calls.callTimes, async (_, { now }) => ({ days: [...asking.callDays(now)] }))
  binder.bind(calls.requestCall, asking.requestCall)
  bindLeadDesk(binder, parts)
}
