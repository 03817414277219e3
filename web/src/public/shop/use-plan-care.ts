import type { PayloadOf } from '@portico/contract/call'
import { shopCare } from '@portico/contract/calls/shop-care'
import { careLimits, type Market } from '@portico/rules/shop/lines'
import { api } from '../../base/api/api.ts'
import { useLoaded } from '../../base/api/use-loaded.ts'
import { usePage } from '../../base/page-state.tsx'
import { type Care, useShopping } from '../../shared/shop-parts/basis.ts'

/** How a plan covers certain doctors and drugs, in their order. */
export interface CareStanding extends Care {
  readonly told: PayloadOf<typeof shopCare>['plans'][number]
}

export interface PlanCare {
  readonly failed: boolean
  reload(): void
  /** Null if no doctor or drug was added, or while the answer is pending. */
  of(planId: string): CareStanding | null
}

/** Looks up this browser tab's doctors and drugs in several plans (SH-4). */
export function usePlanCare(
  market: Market,
  planYear: number | null,
  plans: readonly { readonly planId: string }[],
): PlanCare {
  const { brand } = usePage()
  const { care } = useShopping(market)
  const planIds = plans.map(({ planId }) => planId)
  const isAny = care.doctors.length + care.drugs.length > 0
  const { value, last, failed, reload } = useLoaded(
    async (signal) => {
      const asked = {
        brand: brand.code,
        planYear: planYear ?? 0,
        providerIds: care.doctors.map(({ providerId }) => providerId),
        drugIds: care.drugs.map(({ drugId }) => drugId),
      }
      const parts = Array.from({ length: Math.ceil(planIds.length / careLimits.plans) }, (_, at) =>
        planIds.slice(at * careLimits.plans, (at + 1) * careLimits.plans),
      )
      const answers = await Promise.all(
        parts.map((some) => api.call(shopCare, { body: { ...asked, planIds: some }, signal })),
      )
      return { care, plans: answers.flatMap((answer) => answer.plans) }
    },
    { key: JSON.stringify([planYear, planIds, care]), wanted: isAny && planYear !== null && planIds.length > 0 },
  )
  // The last answer stays until the next one arrives, without items removed since.
  const known = isAny && !failed ? (value ?? last) : null
  return {
    failed,
    reload,
    of: (id) => {
      const told = known?.plans.find(({ planId }) => planId === id)
      return known === null || told === undefined ? null : stillChosen({ ...known.care, told }, care)
    },
  }
}

/** What is known about the doctors and drugs that are still chosen. */
export function stillChosen({ doctors, drugs, told }: CareStanding, now: Care): CareStanding {
  const chosen = new Set([
    ...now.doctors.map(({ providerId }) => `doctor ${providerId}`),
    ...now.drugs.map(({ drugId }) => `drug ${drugId}`),
  ])
  const keptDoctors = doctors.map(({ providerId }) => chosen.has(`doctor ${providerId}`))
  const keptDrugs = drugs.map(({ drugId }) => chosen.has(`drug ${drugId}`))
  return {
    doctors: doctors.filter((_, at) => keptDoctors[at]),
    drugs: drugs.filter((_, at) => keptDrugs[at]),
    told: {
      ...told,
      doctors: told.doctors.filter((_, at) => keptDoctors[at]),
      drugs: told.drugs?.filter((_, at) => keptDrugs[at]) ?? null,
    },
  }
}
