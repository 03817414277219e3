import { type CareLevel, hasCareCost, yearCents } from '@portico/rules/shop/care-level'
import { MAX_COMPARED, type Market } from '@portico/rules/shop/lines'
import type { ReactNode } from 'react'
import { Link } from '../../base/router/link.tsx'
import { shopLinks } from '../../base/router/shop-links.ts'
import { useText } from '../../base/texts/text.tsx'
import { changeShopping } from '../../shared/shop-parts/basis.ts'
import type { useCart } from '../../shared/shop-parts/use-cart.ts'
import { Badge } from '../../ui/badge.tsx'
import { Card } from '../../ui/card.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { useAmounts } from './amounts.ts'
import { CartButton } from './cart-button.tsx'
import { Limits } from './limits.tsx'
import { Price } from './price.tsx'
import styles from './shop.module.css'
import type { Priced, Quote } from './types.ts'

interface PlanCardProps {
  readonly market: Market
  readonly plan: Priced
  /** How many are to be covered. */
  readonly people: number
  readonly exchange: Quote['exchange']
  readonly planYear: number
  readonly level: CareLevel
  readonly compared: readonly string[]
  readonly cart: ReturnType<typeof useCart>
  /** Shown below the amounts. */
  readonly children: ReactNode
}

/** A plan in the list: its cost, its main amounts, and actions. */
export function PlanCard(props: PlanCardProps) {
  const { market, plan, people, planYear, exchange, level, compared, cart, children } = props
  const t = useText()
  const { orUnknown } = useAmounts()
  const { planId, name, line, metal, networkType, hsa, halfStars, reduction } = plan
  const isCompared = compared.includes(planId)
  return (
    <Card>
      <article className={styles.plan} aria-label={name}>
        <div className={styles.stack}>
          <div className={styles.tight}>
            <h3 className={styles.name}>
              <Link to={shopLinks.plan(market, planId, planYear)}>{name}</Link>
            </h3>
            <p className={styles.row}>
              {metal && <Badge tone="neutral">{t(`shop.metal.${metal}`)}</Badge>}
              {networkType && <Badge tone="neutral">{t(`shop.network.${networkType}`)}</Badge>}
              {reduction !== null && <Badge tone="neutral">{t('shop.reduced', { reduction })}</Badge>}
              {hsa && <Badge tone="neutral">{t('shop.hsa')}</Badge>}
              {halfStars !== null && <Badge tone="neutral">{t('shop.stars', { stars: halfStars / 2 })}</Badge>}
            </p>
          </div>
          <dl className={styles.facts}>
            <Limits plan={plan} people={people} />
            {hasCareCost(line) && (
              <div>
                <dt>{t('shop.year')}</dt>
                <dd>{orUnknown(yearCents(plan, level))}</dd>
              </div>
            )}
          </dl>
          {children}
        </div>
        <div className={styles.tight}>
          <Price plan={plan} exchange={exchange} />
          {plan.monthCents !== null && <CartButton market={market} plan={plan} planYear={planYear} cart={cart} />}
          <Checkbox
            checked={isCompared}
            disabled={!isCompared && compared.length >= MAX_COMPARED}
            label={t('shop.compare.pick')}
            aria-label={t('shop.compare.pick.name', { name })}
            onValue={(wanted) =>
              changeShopping(market, {
                compared: wanted ? [...compared, planId] : compared.filter((one) => one !== planId),
              })
            }
          />
        </div>
      </article>
    </Card>
  )
}
