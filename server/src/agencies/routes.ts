import * as calls from '@portico/contract/calls/agencies'
import * as admin from '@portico/contract/calls/agency-admin'
import type { Binder } from '../http/bind.ts'
import type { AgencyAdmin } from './admin.ts'
import type { Agencies } from './service.ts'

export function bindAgencies(binder: Binder, agencies: Agencies): void {
  binder.bind(calls.agencyChoices, ({ principal }, context) => agencies.choices({ principal, ...context }))
  binder.bind(calls.chooseAgency, ({ principal, body }, context) => agencies.choose({ principal, ...context }, body))
  binder.bind(calls.updateAgencyPreference, ({ principal, body }, context) =>
    agencies.prefer({ principal, ...context }, body),
  )
  binder.bind(calls.partyAppointmentsAndCourses, ({ principal, query }, context) =>
    agencies.credentials({ principal, ...context }, query.agentId),
  )
}

export function bindAgencyAdmin(binder: Binder, agencies: AgencyAdmin): void {
  binder.bind(admin.agencyAgents, ({ principal }, context) => agencies.agents({ principal, ...context }))
  binder.bind(admin.changeAgentEntitlements, ({ principal, params, body }, context) =>
    agencies.entitle({ principal, ...context }, params.agentId, body),
  )
  binder.bind(admin.agencyFigures, ({ principal }, context) => agencies.figures({ principal, ...context }))
}
