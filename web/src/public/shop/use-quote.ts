import { shopQuote } from '@portico/contract/calls/shop'
import type { Market } from '@portico/rules/shop/lines'
import { api } from '../../base/api/api.ts'
import { useLoaded } from '../../base/api/use-loaded.ts'
import { usePage } from '../../base/page-state.tsx'
import { useShopping } from '../../shared/shop-parts/basis.ts'

/** The plans quoted for this browser tab's choices, in another plan year if one is given. */
export function useQuote(market: Market, year: number | null = null) {
  const { brand } = usePage()
  const { basis, planYear: chosen } = useShopping(market)
  const planYear = year ?? chosen
  const loaded = useLoaded(
    (signal) => {
      if (basis === null) throw new Error('No one is to be quoted for.')
      const body = { ...basis, market, brand: brand.code, ...(planYear !== null && { planYear }) }
      return api.call(shopQuote, { body, signal })
    },
    { key: JSON.stringify([market, basis, planYear]), wanted: basis !== null },
  )
  return { ...loaded, basis, planYear: loaded.value?.planYear ?? planYear }
}
