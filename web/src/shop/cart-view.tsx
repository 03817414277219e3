import { marketOf as marketOfLine } from '@portico/rules/shop/lines'
import { Problem } from '../forms/problem.tsx'
import { FailedCard } from '../layout/failed-card.tsx'
import { Page } from '../layout/page.tsx'
import { usePage } from '../page-state.tsx'
import { links } from '../router/links.ts'
import type { View, ViewProps } from '../router/view.ts'
import { changeShopping } from '../shop-parts/basis.ts'
import { useText } from '../texts/text.tsx'
import { Button, ButtonLink } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { useAmounts } from './amounts.ts'
import { CallLink } from './call-link.tsx'
import { Disclaimer } from './disclaimer.tsx'
import styles from './shop.module.css'
import { marketOf } from './types.ts'
import { useCart } from './use-cart.ts'

/** The plans someone wants to buy (SH-7); the same on every device when signed in. */
function Cart({ variant }: ViewProps) {
  const t = useText()
  const market = marketOf(variant)
  const { session } = usePage()
  const { money } = useAmounts()
  const { items, failed, reload, remove, action } = useCart(market)
  return (
    <Page
      title={t('shop.cart.title')}
      about={t(session === null ? 'shop.cart.browser' : 'shop.cart.account')}
      className={styles.view}
    >
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
          <p role="status" className={styles.small}>
            {t('shop.cart.count', { count: items.length })}
          </p>
          {/* biome-ignore lint/a11y/noRedundantRoles: without bullets, some screen readers do not announce it as a list */}
          <ul className={styles.plans} role="list">
            {items.map(({ planId, planYear, name, line, premiumCents, basis }) => {
              const own = marketOfLine(line)
              const take = () => {
                const { zipCode, county, people, income } = basis
                changeShopping(own, { basis: { zipCode, county, people, income }, planYear })
              }
              return (
                <li key={`${planId} ${planYear}`}>
                  <Card>
                    <div className={styles.plan}>
                      <div className={styles.tight}>
                        <h2 className={styles.name}>{name}</h2>
                        <p className={styles.small}>
                          {t('shop.cart.for', { year: planYear, ages: basis.people.map(({ age }) => age).join(', ') })}
                        </p>
                      </div>
                      <div className={styles.tight}>
                        <p className={styles.price}>
                          {premiumCents === null ? t('shop.premium.unknown') : money(premiumCents)}
                        </p>
                        {premiumCents !== null && (
                          <ButtonLink to={links.shopApply(own, planId, planYear)} onClick={take}>
                            {t('shop.apply')}
                          </ButtonLink>
                        )}
                        <Button
                          variant="quiet"
                          busy={action.busy}
                          aria-label={t('shop.cart.remove.name', { name })}
                          onClick={() => remove(planId, planYear)}
                        >
                          {t('shop.cart.remove')}
                        </Button>
                      </div>
                    </div>
                  </Card>
                </li>
              )
            })}
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

export const view: View = { title: 'shop.cart.title', Component: Cart }
