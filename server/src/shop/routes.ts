import * as calls from '@portico/contract/calls/shop'
import { shopCare, shopDrugs } from '@portico/contract/calls/shop-care'
import type { Binder } from '../http/bind.ts'
import type { PlanCare } from './care.ts'
import type { Carts } from './cart.ts'
import type { ShopDocuments } from './documents.ts'
import type { Enrollments } from './enrollment.ts'
import type { PayFirst } from './first-payment.ts'
import type { Quotes } from './quote.ts'
import type { SavedShopping } from './saved.ts'

/** The shop (SH-1): quotes, comparison, cart and enrollment. */
export function bindShop(
  binder: Binder,
  parts: {
    readonly quotes: Quotes
    readonly care: PlanCare
    readonly documents: ShopDocuments
    readonly saved: SavedShopping
    readonly carts: Carts
    readonly enrollments: Enrollments
    readonly payFirst: PayFirst
  },
): void {
  const { quotes, care, documents, saved, carts, enrollments, payFirst } = parts
  binder.bind(calls.shopQuote, ({ body }, context) => quotes.quote(body, context))
  binder.bind(calls.shopPlan, ({ params, query }, context) =>
    quotes.plan(params.planId, Number(query.planYear), query.brand, context),
  )
  binder.bind(calls.shopPlanFile, ({ params, query }, context) => documents.plan(params.planId, query, context))
  binder.bind(shopDrugs, ({ body }, context) => care.drugs(body, context))
  binder.bind(shopCare, ({ body }, context) => care.standings(body, context))
  binder.bind(calls.shopComparison, ({ body }, context) => documents.comparison(body, context))
  binder.bind(calls.saveShopping, ({ body }, context) => saved.save(body, context))
  binder.bind(calls.openShopping, ({ body }, context) => saved.open(body, context))
  binder.bind(calls.cartAdd, ({ body }, context) => carts.add(body, context))
  binder.bind(calls.cartRemove, ({ body }, context) => carts.remove(body, context))
  binder.bind(calls.cartPendingItems, ({ body }, context) => carts.pending(body, context))
  binder.bind(calls.startEnrollment, ({ body }, context) => enrollments.start(body, context))
  binder.bind(calls.preEffectuation, ({ body }, context) => enrollments.state(body, context))
  binder.bind(calls.payFirstPremium, ({ body }, context) => payFirst(body, context))
}
