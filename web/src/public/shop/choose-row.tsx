import type { Market } from '@portico/rules/shop/lines'
import { useText } from '../../base/texts/text.tsx'
import { Problem } from '../../kit/forms/problem.tsx'
import { useCart } from '../../shared/shop-parts/use-cart.ts'
import { CartButton } from './cart-button.tsx'
import type { Priced } from './types.ts'
import { useIsSeller } from './use-is-seller.ts'

interface ChooseRowProps {
  readonly market: Market
  readonly planYear: number
  readonly plans: readonly Priced[]
}

/** Last row of a comparison: a button that puts each plan into the cart (SH-7). Nothing for producers. */
export function ChooseRow({ market, planYear, plans }: ChooseRowProps) {
  const t = useText()
  const cart = useCart(market)
  if (useIsSeller()) return null
  return (
    <>
      <tr>
        <th scope="row">{t('shop.compare.choose')}</th>
        {plans.map((plan) => (
          <td key={plan.planId}>
            {plan.premiumCents !== null && <CartButton market={market} plan={plan} planYear={planYear} cart={cart} />}
          </td>
        ))}
      </tr>
      {cart.action.problem !== null && (
        <tr>
          <td colSpan={plans.length + 1}>
            <Problem text={cart.action.problem} flush />
          </td>
        </tr>
      )}
    </>
  )
}
