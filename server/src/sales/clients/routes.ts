import * as calls from '@portico/contract/calls/clients'
import type { Binder } from '../../platform/http/bind.ts'
import { changeClient, listBook } from './book.ts'
import { changeConsent, readConsents } from './consents.ts'
import { handOverClients } from './hand-over.ts'
import type { ClientParts } from './parts.ts'

/** The book of business of an agency, limited to clients who consented (AG-5). */
export function bindClients(binder: Binder, parts: ClientParts): void {
  binder.bind(calls.agencyClients, (input, asking) => listBook(parts, input, asking))
  binder.bind(calls.changeAgencyClient, (input, asking) => changeClient(parts, input, asking))
  binder.bind(calls.handOverClients, (input, asking) => handOverClients(parts, input, asking))
  binder.bind(calls.agencyConsents, (_input, asking) => readConsents(parts, asking))
  binder.bind(calls.changeAgencyConsent, (input, asking) => changeConsent(parts, input, asking))
}
