import * as calls from '@portico/contract/calls/clients'
import type { Binder } from '../../platform/http/bind.ts'
import { changeClient, listBook } from './book.ts'
import { changeConsent, showConsents } from './consents.ts'
import { handOverClients } from './hand-over.ts'
import type { ClientParts } from './parts.ts'

/** The book of business of an agency, limited to clients who consented (AG-5). */
export function bindClients(binder: Binder, parts: ClientParts): void {
  binder.bind(calls.agencyClients, listBook)
  binder.bind(calls.changeAgencyClient, changeClient(parts))
  binder.bind(calls.handOverClients, handOverClients(parts))
  binder.bind(calls.agencyConsents, ({ principal }, _context, tx) => showConsents(tx, principal.memberId))
  binder.bind(calls.changeAgencyConsent, changeConsent)
}
