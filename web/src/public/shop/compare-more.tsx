import { Link } from '../../base/router/link.tsx'
import { links } from '../../base/router/links.ts'
import { shopLinks } from '../../base/router/shop-links.ts'
import { useText } from '../../base/texts/text.tsx'
import { Problem } from '../../kit/forms/problem.tsx'
import type { Basis } from '../../shared/shop-parts/basis.ts'
import { useCart } from '../../shared/shop-parts/use-cart.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { CallLink } from './call-link.tsx'
import { CartButton } from './cart-button.tsx'
import { KeepCard } from './keep-card.tsx'
import { MyCare } from './my-care.tsx'
import styles from './shop.module.css'
import type { QuotedPlan, toMarket } from './types.ts'
import { useIsSeller } from './use-is-seller.ts'

interface CompareMoreProps {
  readonly market: ReturnType<typeof toMarket>
  readonly basis: Basis
  readonly planYear: number
  readonly plans: readonly QuotedPlan[]
}

/** Actions for a comparison: put a plan into the cart, make a proposal, ask for a call, add doctors and drugs, save it. */
export function CompareMore({ market, basis, planYear, plans }: CompareMoreProps) {
  const t = useText()
  const cart = useCart(market)
  const isSeller = useIsSeller()
  return (
    <>
      {/* biome-ignore lint/a11y/noRedundantRoles: without bullets, some screen readers do not announce it as a list */}
      <ul className={styles.plans} role="list">
        {plans.map((plan) => (
          <li key={plan.planId} className={styles.row}>
            <Link to={shopLinks.plan(market, plan.planId, planYear)}>{plan.name}</Link>
            {plan.premiumCents !== null && <CartButton market={market} plan={plan} planYear={planYear} cart={cart} />}
          </li>
        ))}
      </ul>
      <Problem text={cart.action.problem} flush />
      <div className={styles.row}>
        {isSeller && <ButtonLink to={links.shop(market, 'propose')}>{t('shop.propose')}</ButtonLink>}
        <CallLink market={market} />
      </div>
      <MyCare market={market} planYear={planYear} plans={plans} told={[]} />
      <KeepCard
        market={market}
        planYear={planYear}
        basis={{ ...basis, market }}
        planIds={plans.map(({ planId }) => planId)}
      />
    </>
  )
}
