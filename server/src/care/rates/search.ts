import type { PayloadOf } from '@portico/contract/call'
import type { findServices } from '@portico/contract/calls/cost'
import { chooseSpokenName } from '../../member/coverage/care-names.ts'
import { readAudited } from '../../platform/audit/reads.ts'
import { auditMember } from '../../platform/audit/store.ts'
import type { CallInput } from '../../platform/http/bind.ts'
import type { CallContext } from '../../platform/http/context.ts'
import type { CareCostParts } from './parts.ts'
import { readMemberPlan } from './plan-scope.ts'

export function searchServices(
  { database, indexes }: CareCostParts,
  { principal, body }: CallInput<typeof findServices>,
  { origin, now, language }: CallContext,
): Promise<PayloadOf<typeof findServices>> {
  return readAudited(database, async (tx) => {
    const { memberId } = principal
    await auditMember(tx, principal, 'cost.search', { origin, now })
    const { scope } = await readMemberPlan(tx, memberId, now)
    const services = (await indexes.read(tx, scope)).find(body.search)
    return { services: services.map((one) => ({ ...one, ...chooseSpokenName(one.name, language) })) }
  })
}
