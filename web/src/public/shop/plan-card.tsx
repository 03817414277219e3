import { MAX_COMPARED, type Market } from '@portico/rules/shop/lines'
import { monthlyCents, takesCredit, yearCents } from '@portico/rules/shop/plan-list'
import type { CareLevel } from '@portico/rules/shop/year-cost'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Link } from '../../base/router/link.tsx'
import { links } from '../../base/router/links.ts'
import { useText } from '../../base/texts/text.tsx'
import { changeShopping } from '../../shared/shop-parts/basis.ts'
import type { useCart } from '../../shared/shop-parts/use-cart.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { isFocusLost } from '../../ui/focus.ts'
import { VisuallyHidden } from '../../ui/visually-hidden.tsx'
import { useAmounts } from './amounts.ts'
import styles from './shop.module.css'
import type { QuotedPlan } from './types.ts'

interface PlanCardProps {
  readonly market: Market
  readonly plan: QuotedPlan
  readonly planYear: number
  readonly creditCents: number
  readonly level: CareLevel
  readonly compared: readonly string[]
  readonly cart: ReturnType<typeof useCart>
  /** Shown below the amounts. */
  readonly children: ReactNode
}

/** A plan in the list: its cost, its main amounts, and actions. */
export function PlanCard({ market, plan, planYear, creditCents, level, compared, cart, children }: PlanCardProps) {
  const t = useText()
  const { money, orUnknown } = useAmounts()
  const { planId, name, line, metal, networkType, hsa, halfStars, premiumCents } = plan
  const month = monthlyCents(plan, creditCents)
  const year = yearCents(plan, level, creditCents)
  const isCompared = compared.includes(planId)
  const isOff = creditCents > 0 && takesCredit(plan) && premiumCents !== null
  const hasCare = line === 'medical' || line === 'medicare-advantage'
  const side = useRef<HTMLDivElement>(null)
  const [pressed, setPressed] = useState(false)
  const isAdded = pressed && cart.holds(planId, planYear)
  // The link to the cart takes the place of the pressed button.
  useEffect(() => {
    if (isAdded && isFocusLost()) side.current?.querySelector('a')?.focus()
  }, [isAdded])
  return (
    <Card>
      <article className={styles.plan} aria-label={name}>
        <div className={styles.stack}>
          <div className={styles.tight}>
            <h3 className={styles.name}>
              <Link to={links.shopPlan(market, planId, planYear)}>{name}</Link>
            </h3>
            <p className={styles.row}>
              {metal && <Badge tone="neutral">{t(`shop.metal.${metal}`)}</Badge>}
              {networkType && <Badge tone="neutral">{t(`shop.network.${networkType}`)}</Badge>}
              {hsa && <Badge tone="neutral">{t('shop.hsa')}</Badge>}
              {halfStars !== null && <Badge tone="neutral">{t('shop.stars', { stars: halfStars / 2 })}</Badge>}
            </p>
          </div>
          <dl className={styles.facts}>
            {line !== 'medigap' && (
              <div>
                <dt>{t('shop.deductible')}</dt>
                <dd>{orUnknown(plan.deductibleCents)}</dd>
              </div>
            )}
            {(hasCare || line === 'part-d') && (
              <div>
                <dt>{t('shop.most')}</dt>
                <dd>{orUnknown(plan.outOfPocketCents)}</dd>
              </div>
            )}
            {hasCare && (
              <div>
                <dt>{t('shop.year')}</dt>
                <dd>{orUnknown(year)}</dd>
              </div>
            )}
          </dl>
          {children}
        </div>
        <div ref={side} className={`${styles.tight} ${styles.planSide}`}>
          <p>
            <span className={styles.price}>{month === null ? t('shop.premium.unknown') : money(month)}</span>{' '}
            {month !== null && <span className={styles.small}>{t('shop.month')}</span>}
          </p>
          {isOff && <p className={styles.small}>{t('shop.before', { amount: money(premiumCents) })}</p>}
          {month === null && <p className={styles.small}>{t('shop.premium.why')}</p>}
          {month !== null &&
            (cart.holds(planId, planYear) ? (
              <ButtonLink variant="secondary" to={links.shop(market, 'cart')}>
                {t('shop.cart.in')}
              </ButtonLink>
            ) : (
              <Button
                variant="secondary"
                busy={cart.action.busy}
                aria-label={t('shop.cart.add.name', { name })}
                onClick={() => {
                  setPressed(true)
                  cart.add(planId, planYear)
                }}
              >
                {t('shop.cart.add')}
              </Button>
            ))}
          <VisuallyHidden role="status">{isAdded && t('shop.cart.added', { name })}</VisuallyHidden>
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
