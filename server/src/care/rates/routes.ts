import { careCost, findServices, keepEstimate, keptEstimates, visitCosts } from '@portico/contract/calls/cost'
import type { Binder } from '../../platform/http/bind.ts'
import { readCareCost } from './cost.ts'
import { readKept, storeEstimate } from './keep.ts'
import type { CareCostParts } from './parts.ts'
import { searchServices } from './search.ts'
import { readVisitCosts } from './visits.ts'

/** What care costs a member before they go (MP-26). */
export function bindCareCosts(binder: Binder, parts: CareCostParts): void {
  binder.bind(findServices, searchServices(parts))
  binder.bind(visitCosts, readVisitCosts(parts))
  binder.bind(careCost, readCareCost(parts))
  binder.bind(keepEstimate, storeEstimate(parts))
  binder.bind(keptEstimates, readKept)
}
