import * as calls from '@portico/contract/calls/clients'
import type { Binder } from '../http/bind.ts'
import type { Clients } from './service.ts'

export function bindClients(binder: Binder, clients: Clients): void {
  binder.bind(calls.agencyClients, ({ principal, query }, context) => clients.list({ principal, ...context }, query))
  binder.bind(calls.changeAgencyClient, ({ principal, params, body }, context) =>
    clients.change({ principal, ...context }, params.clientId, body),
  )
  binder.bind(calls.handOverClients, ({ principal, body }, context) =>
    clients.handOver({ principal, ...context }, body),
  )
  binder.bind(calls.agencyConsents, ({ principal }, context) => clients.consents({ principal, ...context }))
  binder.bind(calls.changeAgencyConsent, ({ principal, body }, context) =>
    clients.consent({ principal, ...context }, body),
  )
}
