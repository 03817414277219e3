import * as calls from '@portico/contract/calls/shop'
import { shopCare, shopDrugs } from '@portico/contract/calls/shop-care'
import type { Binder } from '../../platform/http/bind.ts'
import type { PlanCare } from './care.ts'
import { payFirst } from './first-payment.ts'
import type { Quotes } from './quote.ts'

/** Quotes of the shop (SH-1), and the payment of a first premium. */
export function bindShop(
  binder: Binder,
  parts: { readonly quotes: Quotes; readonly care: PlanCare } & Parameters<typeof payFirst>[0],
): void {
  const { quotes, care } = parts
  binder.bind(calls.shopQuote, ({ body }, context) => quotes.quote(body, context))
  binder.bind(calls.shopPlan, ({ params, query }, context) =>
    quotes.plan(params.planId, Number(query.planYear), query.brand, context),
  )
  binder.bind(shopDrugs, ({ body }, context) => care.drugs(body, context))
  binder.bind(shopCare, ({ body }, context) => care.standings(body, context))
  binder.bind(calls.payFirstPremium, payFirst(parts))
}
