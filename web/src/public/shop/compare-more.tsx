import { links } from '../../base/router/links.ts'
import { useText } from '../../base/texts/text.tsx'
import type { Basis } from '../../shared/shop-parts/basis.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { CallLink } from './call-link.tsx'
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

/** Actions for a comparison: make a proposal, ask for a call, add doctors and drugs, save it. */
export function CompareMore({ market, basis, planYear, plans }: CompareMoreProps) {
  const t = useText()
  const isSeller = useIsSeller()
  return (
    <>
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
