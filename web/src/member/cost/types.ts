import type { PayloadOf } from '@portico/contract/call'
import type { careCost, findServices, keptEstimates } from '@portico/contract/calls/cost'

export type FoundService = PayloadOf<typeof findServices>['services'][number]
export type CostData = PayloadOf<typeof careCost>
export type KeptEstimate = PayloadOf<typeof keptEstimates>['estimates'][number]
export type ProviderCost = NonNullable<KeptEstimate['cost']>
/** A price, with the provider's location if the directory has one. */
export type PlacedCost = CostData['providers'][number]
export type Estimate = ProviderCost['estimate']
export type EstimateSide = Extract<Estimate, { readonly known: true }>['low']
export type BenefitChoice = CostData['benefits'][number]
