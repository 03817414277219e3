import { careCost, findServices, keepEstimate, keptEstimates } from '@portico/contract/calls/cost'
import type { Binder } from '../http/bind.ts'
import type { CareCosts } from './service.ts'

/** What care costs a member before they go (MP-26). */
export function bindCareCosts(binder: Binder, costs: CareCosts): void {
  binder.bind(findServices, ({ principal, body }, context) => costs.find(principal, body.search, context))
  binder.bind(careCost, ({ principal, body }, context) => costs.cost(principal, body, context))
  binder.bind(keepEstimate, ({ principal, body }, context) => costs.keep(principal, body, context))
  binder.bind(keptEstimates, ({ principal }, context) => costs.kept(principal, context))
}
