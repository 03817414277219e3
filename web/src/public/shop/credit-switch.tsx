import type { Market } from '@portico/rules/shop/lines'
import { useText } from '../../base/texts/text.tsx'
import { changeShopping, useShopping } from '../../shared/shop-parts/basis.ts'
import { Checkbox } from '../../ui/checkbox.tsx'

/** Shows all prices of the shop with the tax credit or without it (SH-5); the same on list, plan, comparison, cart and PDF. */
export function CreditSwitch({ market }: { readonly market: Market }) {
  const t = useText()
  const { withCredit } = useShopping(market)
  return (
    <Checkbox
      checked={withCredit}
      label={t('shop.credit.show')}
      onValue={(wanted) => changeShopping(market, { withCredit: wanted })}
    />
  )
}
