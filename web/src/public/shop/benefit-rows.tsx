import { shopPlan } from '@portico/contract/calls/shop'
import { listComparedServices, type Market } from '@portico/rules/shop/lines'
import { api } from '../../base/api/api.ts'
import { useLoaded } from '../../base/api/use-loaded.ts'
import { usePage } from '../../base/page-state.tsx'
import { useText } from '../../base/texts/text.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { useAmounts } from './amounts.ts'
import { pickTerms } from './plan-price.ts'
import type { PlanDetail, Priced } from './types.ts'

interface BenefitRowsProps {
  readonly market: Market
  readonly planYear: number
  readonly plans: readonly Priced[]
}

/** Rows of a comparison: what visits, drugs and stays cost in each plan (SH-6). */
export function BenefitRows({ market, planYear, plans }: BenefitRowsProps) {
  const t = useText()
  const { share } = useAmounts()
  const { brand } = usePage()
  const ids = plans.map(({ planId }) => planId)
  const { value, last, failed, reload } = useLoaded(
    (signal) =>
      Promise.all(
        ids.map((planId) => {
          const query = { brand: brand.code, planYear: `${planYear}` }
          return api.call(shopPlan, { params: { planId }, query, signal })
        }),
      ),
    { key: JSON.stringify([planYear, ids]) },
  )
  const known: readonly PlanDetail[] = value ?? last ?? []
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
        const detail = known.find(({ planId }) => planId === plan.planId)
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
