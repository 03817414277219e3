import { MAX_COMPARED, type Market } from '@portico/rules/shop/lines'
import { links } from '../../base/router/links.ts'
import { shopLinks } from '../../base/router/shop-links.ts'
import { useText } from '../../base/texts/text.tsx'
import { changeShopping, useShopping } from '../../shared/shop-parts/basis.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { useIsSeller } from './use-is-seller.ts'

interface NextStepProps {
  readonly market: Market
  readonly planId: string
  readonly planYear: number
}

/** From a plan to an application for it (SH-9); for those who sell plans, to a proposal with it and what they picked before (AG-6). */
export function NextStep({ market, planId, planYear }: NextStepProps) {
  const t = useText()
  const isSeller = useIsSeller()
  const shopping = useShopping(market)
  if (!isSeller) return <ButtonLink to={shopLinks.apply(market, planId, planYear)}>{t('shop.apply')}</ButtonLink>
  const picked = shopping.planYear === null || shopping.planYear === planYear ? shopping.compared : []
  const compared = picked.includes(planId) ? picked : [...picked.slice(0, MAX_COMPARED - 1), planId]
  return (
    <ButtonLink to={links.shop(market, 'propose')} onClick={() => changeShopping(market, { planYear, compared })}>
      {t('shop.propose')}
    </ButtonLink>
  )
}
