import type { findServices } from '@portico/contract/calls/cost'
import { chooseSpokenName } from '../../member/coverage/care-names.ts'
import type { AuditedHandler } from '../../platform/http/stages.ts'
import type { CareCostParts } from './parts.ts'
import { readMemberPlan } from './plan-scope.ts'

export const searchServices =
  ({ indexes }: CareCostParts): AuditedHandler<typeof findServices> =>
  async ({ principal, body }, { now, language }, tx) => {
    const { scope, planKinds } = await readMemberPlan(tx, principal.memberId, now)
    const services = (await indexes.read(tx, scope)).find(body.search)
    return {
      services: services.map((one) => ({ ...one, ...chooseSpokenName(one.name, language) })),
      planKinds: [...planKinds],
    }
  }
