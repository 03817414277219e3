import { createProspect, matchCoverage, registerMember } from '@portico/contract/calls/registration'
import type { Binder } from '../../platform/http/bind.ts'
import type { RegistrationServiceParts } from './parts.ts'
import { checkCoverage, submitMember, submitProspect } from './submit.ts'

/**
 * Registration of members and prospects (RG-1). Whether a login ID or an e-mail address is known makes no difference to what these
 * calls do, answer, or how long they take: we tell only someone who has proven to own the address.
 */
export function bindNewAccounts(binder: Binder, parts: RegistrationServiceParts): void {
  binder.bind(matchCoverage, checkCoverage(parts))
  binder.bind(registerMember, submitMember(parts))
  binder.bind(createProspect, submitProspect(parts))
}
