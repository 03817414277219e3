import type { Basis } from '../../shared/shop-parts/basis.ts'
import { CallLink } from './call-link.tsx'
import { KeepCard } from './keep-card.tsx'
import { MyCare } from './my-care.tsx'
import type { QuotedPlan, toMarket } from './types.ts'

interface CompareMoreProps {
  readonly market: ReturnType<typeof toMarket>
  readonly basis: Basis
  readonly planYear: number
  readonly plans: readonly QuotedPlan[]
}

/** Actions for a comparison: ask for a call, add doctors and drugs, save it. */
export function CompareMore({ market, basis, planYear, plans }: CompareMoreProps) {
  return (
    <>
      <div>
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
