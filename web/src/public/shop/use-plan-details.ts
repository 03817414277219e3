import { shopPlan } from '@portico/contract/calls/shop'
import { api } from '../../base/api/api.ts'
import { useLoaded } from '../../base/api/use-loaded.ts'
import { usePage } from '../../base/page-state.tsx'
import type { PlanDetail } from './types.ts'

/** The benefits of some plans. */
export function usePlanDetails(planYear: number, plans: readonly { readonly planId: string }[]) {
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
  const details: readonly PlanDetail[] = value ?? last ?? []
  return { details, failed, reload }
}
