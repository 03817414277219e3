import * as calls from '@portico/contract/calls/agencies'
import type { Binder } from '../http/bind.ts'
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
