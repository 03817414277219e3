import { listComparedServices, type Market } from '@portico/rules/shop/lines'
import { useText } from '../../base/texts/text.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { useAmounts } from './amounts.ts'
import { pickTerms } from './plan-price.ts'
import type { Priced } from './types.ts'
import { usePlanDetails } from './use-plan-details.ts'

interface BenefitRowsProps {
  readonly market: Market
  readonly planYear: number
  readonly plans: readonly Priced[]
}

/** Rows of a comparison: the cost of visits, drugs and stays in each plan (SH-6). */
export function BenefitRows({ market, planYear, plans }: BenefitRowsProps) {
  const t = useText()
  const { share } = useAmounts()
  const { details, failed, reload } = usePlanDetails(planYear, plans)
  if (failed) {
    return (
      <tr>
        <td colSpan={plans.length + 1}>
          <ErrorState onRetry={reload} />
        </td>
      </tr>
    )
  }
  return listComparedServices(market).map((service) => (
    <tr key={service}>
      <th scope="row">{t(`shop.service.${service}`)}</th>
      {plans.map((plan) => {
        const detail = details.find(({ planId }) => planId === plan.planId)
        const benefits = detail && pickTerms(detail, plan.reduction).benefits
        return (
          <td key={plan.planId}>
            {benefits && share(benefits.find((one) => one.service === service)?.inNetwork ?? null)}
          </td>
        )
      })}
    </tr>
  ))
}
