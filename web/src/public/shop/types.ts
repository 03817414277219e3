import type { PayloadOf } from '@portico/contract/call'
import type { agencyClients } from '@portico/contract/calls/clients'
import type { preEffectuation, shopPlan, shopQuote } from '@portico/contract/calls/shop'
import type { Market } from '@portico/rules/shop/lines'
import type { PricedPlan } from '@portico/rules/shop/price-plan'

export type Quote = PayloadOf<typeof shopQuote>
export type QuotedPlan = Quote['plans'][number]
export type Priced = PricedPlan<QuotedPlan>
export type CreditData = NonNullable<Quote['credit']>
export type PlanDetail = PayloadOf<typeof shopPlan>
export type ProposalClient = PayloadOf<typeof agencyClients>['clients'][number]
export type ApplicationData = PayloadOf<typeof preEffectuation>

/** The market in a view's variant. */
export function toMarket(variant: string | undefined): Market {
  return variant === 'medicare' ? 'medicare' : 'under65'
}
