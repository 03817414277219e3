import { cartAdd, cartPendingItems, cartRemove } from '@portico/contract/calls/shop'
import type { Market } from '@portico/rules/shop/lines'
import { afterCredit } from '@portico/rules/shop/price-plan'
import { api } from '../../base/api/api.ts'
import { useAction } from '../../base/api/use-action.ts'
import { useLoaded } from '../../base/api/use-loaded.ts'
import { newId } from '../../base/new-id.ts'
import { usePage } from '../../base/page-state.tsx'
import { useShopping } from './basis.ts'

/** The cart of the signed-in person, or of this browser (SH-7). */
export function useCart(market: Market) {
  const { brand } = usePage()
  const { basis } = useShopping(market)
  const { withCredit } = useShopping('under65')
  const loaded = useLoaded((signal) => api.call(cartPendingItems, { body: { brand: brand.code }, signal }))
  const action = useAction({ CONFLICT: 'shop.cart.full', 'NOT-FOUND': 'shop.cart.gone' }, 'shop.failed')
  const items =
    loaded.value?.items.map((item) => {
      const { premiumCents } = item
      const creditCents = withCredit ? item.creditCents : 0
      const monthCents = premiumCents === null ? null : afterCredit(premiumCents, creditCents)
      /** The single price that the shop shows for it everywhere. */
      return { ...item, price: { premiumCents, creditCents, monthCents } }
    }) ?? null
  return {
    items,
    failed: loaded.failed,
    loading: loaded.loading,
    reload: loaded.reload,
    action,
    holds: (planId: string, planYear: number) =>
      items?.some((item) => item.planId === planId && item.planYear === planYear) ?? false,
    add: (planId: string, planYear: number) =>
      action.run(async () => {
        if (basis === null) return
        const body = { itemId: newId(), brand: brand.code, planId, planYear, basis: { ...basis, market } }
        const cart = await api.call(cartAdd, { body })
        loaded.change(() => cart)
      }),
    remove: (planId: string, planYear: number) =>
      action.run(async () => {
        const cart = await api.call(cartRemove, { body: { brand: brand.code, planId, planYear } })
        loaded.change(() => cart)
      }),
  }
}
