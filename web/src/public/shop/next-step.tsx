import { MAX_COMPARED, type Market } from '@portico/rules/shop/lines'
import { links } from '../../base/router/links.ts'
import { shopLinks } from '../../base/router/shop-links.ts'
import { useText } from '../../base/texts/text.tsx'
import lettering from '../../kit/layout/lettering.module.css'
import { changeShopping, useShopping } from '../../shared/shop-parts/basis.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { useIsSeller } from './use-is-seller.ts'

interface NextStepProps {
  readonly market: Market
  readonly planId: string
  readonly planYear: number
  /** The quoted plans, for the name of a pick; null: not known. */
  readonly quoted: readonly { readonly planId: string; readonly name: string }[] | null
}

/** From a plan to an application for it (SH-9); for producers, to a proposal with it and their earlier picks (AG-6). */
export function NextStep({ market, planId, planYear, quoted }: NextStepProps) {
  const t = useText()
  const isSeller = useIsSeller()
  const shopping = useShopping(market)
  if (!isSeller) return <ButtonLink to={shopLinks.apply(market, planId, planYear)}>{t('shop.apply')}</ButtonLink>
  const picked = shopping.planYear === null || shopping.planYear === planYear ? shopping.compared : []
  const { compared, leftOut } = addPick(picked, planId)
  return (
    <>
      <ButtonLink to={links.shop(market, 'propose')} onClick={() => changeShopping(market, { planYear, compared })}>
        {t('shop.propose')}
      </ButtonLink>
      {leftOut !== null && <LeftOut name={quoted?.find((one) => one.planId === leftOut)?.name ?? null} />}
    </>
  )
}

/** The plans of a proposal with one more; if there is no room for it, it replaces the last one. */
export function addPick(
  picked: readonly string[],
  planId: string,
): { readonly compared: readonly string[]; readonly leftOut: string | null } {
  if (picked.includes(planId)) return { compared: picked, leftOut: null }
  return { compared: [...picked.slice(0, MAX_COMPARED - 1), planId], leftOut: picked[MAX_COMPARED - 1] ?? null }
}

/** Says in advance that one of the picked plans has to go. */
export function LeftOut({ name }: { readonly name: string | null }) {
  const t = useText()
  const counts = { count: MAX_COMPARED }
  return (
    <p className={lettering.small}>
      {name === null ? t('shop.propose.full-unnamed', counts) : t('shop.propose.full', { ...counts, name })}
    </p>
  )
}
