import * as calls from '@portico/contract/calls/clients'
import type { Binder } from '../../platform/http/bind.ts'
import { changeClient, listBook } from './book.ts'
import { changeConsent, readConsents } from './consents.ts'
import { handOverClients } from './hand-over.ts'
import type { ClientParts } from './parts.ts'

/** The book of business of an agency, limited to clients who consented (AG-5). */
export function bindClients(binder: Binder, parts: ClientParts): void {
  binder.bind(calls.agencyClients, (input, context) => listBook(parts, input, context))
  binder.bind(calls.changeAgencyClient, (input, context) => changeClient(parts, input, context))
  binder.bind(calls.handOverClients, (input, context) => handOverClients(parts, input, context))
  binder.bind(calls.agencyConsents, (_input, context) => readConsents(parts, context))
  binder.bind(calls.changeAgencyConsent, (input, context) => changeConsent(parts, input, context))
}
