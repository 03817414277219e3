import { shopQuote } from '@portico/contract/calls/shop'
import type { Market } from '@portico/rules/shop/lines'
import { pricePlan } from '@portico/rules/shop/price-plan'
import { api } from '../../base/api/api.ts'
import { useLoaded } from '../../base/api/use-loaded.ts'
import { usePage } from '../../base/page-state.tsx'
import { useShopping } from '../../shared/shop-parts/basis.ts'
import type { Priced, Quote } from './types.ts'

/** A quote with each plan at its one price. */
export type PricedQuote = Omit<Quote, 'plans'> & { readonly plans: readonly Priced[] }

/** The plans quoted for this browser tab's choices, in another plan year if one is given. */
export function useQuote(market: Market, year: number | null = null) {
  const { brand } = usePage()
  const { basis, planYear: chosen, withCredit } = useShopping(market)
  const planYear = year ?? chosen
  const loaded = useLoaded(
    (signal) => {
      if (basis === null) throw new Error('No one is to be quoted for.')
      const body = { ...basis, market, brand: brand.code, ...(planYear !== null && { planYear }) }
      return api.call(shopQuote, { body, signal })
    },
    { key: JSON.stringify([market, basis, planYear]), wanted: basis !== null },
  )
  const price = (quote: Quote | null) =>
    quote && { ...quote, plans: quote.plans.map((plan) => pricePlan(plan, withCredit)) }
  const { value, last } = loaded
  return { ...loaded, value: price(value), last: price(last), basis, planYear: value?.planYear ?? planYear }
}
