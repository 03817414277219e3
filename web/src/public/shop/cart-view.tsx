import { toMarket as marketOfLine } from '@portico/rules/shop/lines'
import { useEffect, useRef, useState } from 'react'
import { usePage } from '../../base/page-state.tsx'
import { links } from '../../base/router/links.ts'
import { shopLinks } from '../../base/router/shop-links.ts'
import type { View, ViewProps } from '../../base/router/view.ts'
import { useText } from '../../base/texts/text.tsx'
import { Problem } from '../../kit/forms/problem.tsx'
import { FailedCard } from '../../kit/layout/failed-card.tsx'
import lettering from '../../kit/layout/lettering.module.css'
import { Page } from '../../kit/layout/page.tsx'
import { changeShopping } from '../../shared/shop-parts/basis.ts'
import { useCart } from '../../shared/shop-parts/use-cart.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { focusOn, isFocusLost } from '../../ui/focus.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import { AppliedLine } from './applied-notice.tsx'
import { CallLink } from './call-link.tsx'
import { CreditSwitch } from './credit-switch.tsx'
import { Disclaimer } from './disclaimer.tsx'
import { Price } from './price.tsx'
import styles from './shop.module.css'
import { toMarket } from './types.ts'
import { type Applied, useApplied } from './use-applied.ts'

/** The plans someone wants to buy (SH-7); the same on every device when signed in. */
function Cart({ variant }: ViewProps) {
  const t = useText()
  const market = toMarket(variant)
  const { session } = usePage()
  const { items, holds, failed, reload, remove, action } = useCart(market)
  const applied = useApplied()
  const status = useRef<HTMLParagraphElement>(null)
  const [pressed, setPressed] = useState<NonNullable<typeof items>[number] | null>(null)
  const taken = pressed !== null && items !== null && !holds(pressed.planId, pressed.planYear) ? pressed : null
  // The pressed button is gone with its plan.
  useEffect(() => {
    if (taken !== null && isFocusLost()) focusOn(status.current)
  }, [taken])
  return (
    <Page
      title={t('shop.cart.title')}
      about={t(session === null ? 'shop.cart.browser' : 'shop.cart.account')}
      className={styles.view}
    >
      <p ref={status} role="status" className={styles.said}>
        {taken && t('shop.cart.taken', { name: taken.name })}{' '}
        {items !== null && items.length > 0 && t('shop.cart.count', { count: items.length })}
      </p>
      {failed ? (
        <FailedCard onRetry={reload} />
      ) : items === null ? (
        <Skeleton shape="block" />
      ) : items.length === 0 ? (
        <EmptyState
          title={t('shop.cart.empty')}
          text={t('shop.cart.empty.text')}
          action={<ButtonLink to={links.shop(market)}>{t('shop.back')}</ButtonLink>}
        />
      ) : (
        <>
          {items.some(({ creditCents }) => creditCents > 0) && <CreditSwitch market="under65" />}
          {/* biome-ignore lint/a11y/noRedundantRoles: without bullets, some screen readers do not announce it as a list */}
          <ul className={styles.plans} role="list">
            {items.map((item) => (
              <CartPlan
                key={`${item.planId} ${item.planYear}`}
                item={item}
                applied={applied.find((one) => one.planId === item.planId && one.planYear === item.planYear)}
                busy={action.busy}
                onRemove={() => {
                  setPressed(item)
                  remove(item.planId, item.planYear)
                }}
              />
            ))}
          </ul>
          <p className={styles.notes}>
            <CallLink market={market} />
          </p>
        </>
      )}
      <Problem text={action.problem} flush />
      <Disclaimer market={market} />
    </Page>
  )
}

interface CartPlanProps {
  readonly item: NonNullable<ReturnType<typeof useCart>['items']>[number]
  /** The application for it, if there is one. */
  readonly applied: Applied | undefined
  readonly busy: boolean
  readonly onRemove: () => void
}

function CartPlan({ item, applied, busy, onRemove }: CartPlanProps) {
  const t = useText()
  const { planId, planYear, name, line, price, premiumCents, exchange, basis } = item
  const own = marketOfLine(line)
  const take = () => {
    const { zipCode, county, people, income } = basis
    changeShopping(own, { basis: { zipCode, county, people, income }, planYear })
  }
  return (
    <li>
      <Card>
        <div className={styles.plan}>
          <div className={styles.tight}>
            <h2 className={styles.name}>{name}</h2>
            <p className={lettering.small}>
              {t('shop.cart.for', { year: planYear, ages: basis.people.map(({ age }) => age).join(', ') })}
            </p>
          </div>
          <div className={styles.tight}>
            <Price plan={price} exchange={exchange} />
            {applied !== undefined ? (
              <AppliedLine market={own} applied={applied} />
            ) : (
              premiumCents !== null && (
                <ButtonLink
                  to={shopLinks.apply(own, planId, planYear)}
                  aria-label={t('shop.apply.name', { name })}
                  onClick={take}
                >
                  {t('shop.apply')}
                </ButtonLink>
              )
            )}
            <Button variant="quiet" busy={busy} aria-label={t('shop.cart.remove.name', { name })} onClick={onRemove}>
              {t('shop.cart.remove')}
            </Button>
          </div>
        </div>
      </Card>
    </li>
  )
}

export const view: View = { title: 'shop.cart.title', Component: Cart }
