import { hasCareCost } from '@portico/rules/shop/care-level'
import type { Service } from '@portico/rules/shop/cost-share'
import type { Market } from '@portico/rules/shop/lines'
import { yearOfCare } from '@portico/rules/shop/year-cost'
import { useText } from '../../base/texts/text.tsx'
import { useArea } from '../../base/texts/use-areas.ts'
import { useShopping } from '../../shared/shop-parts/basis.ts'
import { ErrorState } from '../../ui/error-state.tsx'
import { useAmounts } from './amounts.ts'
import { readOwnDrugs } from './own-drugs.ts'
import { pickTerms } from './plan-price.ts'
import { tierText } from './tier-text.ts'
import type { Priced } from './types.ts'
import { type CareStanding, usePlanCare } from './use-plan-care.ts'
import { usePlanDetails } from './use-plan-details.ts'

interface CareRowsProps {
  readonly market: Market
  readonly planYear: number
  readonly plans: readonly Priced[]
  readonly people: number
}

/** Rows of a comparison: how each plan covers the doctors and drugs in this browser tab (SH-4, SH-6). */
export function CareRows(props: CareRowsProps) {
  return useArea('shop-care') && <Rows {...props} />
}

function Rows({ market, planYear, plans, people }: CareRowsProps) {
  const t = useText()
  const { care } = useShopping(market)
  const { orUnknown } = useAmounts()
  const { failed, reload, of } = usePlanCare(market, planYear, plans)
  const { details } = usePlanDetails(planYear, plans)
  /** Premiums and some care, with the drugs that the person named; '' until both are loaded. */
  const formatYear = (plan: Priced, standing: CareStanding) => {
    const detail = details.find(({ planId }) => planId === plan.planId)
    if (detail === undefined) return ''
    const terms = pickTerms(detail, plan.reduction)
    const findShare = (service: Service) => terms.benefits.find((one) => one.service === service)?.inNetwork ?? null
    const { services, uncounted } = readOwnDrugs(standing)
    const care = yearOfCare({ ...terms, findShare }, 'some', people, services)
    const year = orUnknown(plan.monthCents === null || care === null ? null : 12 * plan.monthCents + care.cents)
    return uncounted.length === 0 ? year : t('care.year.but', { year, count: uncounted.length })
  }
  if (failed) {
    return (
      <tr>
        <td colSpan={plans.length + 1}>
          <ErrorState onRetry={reload} />
        </td>
      </tr>
    )
  }
  const row = (id: string, label: string, cell: (standing: CareStanding, plan: Priced) => string | null) => (
    <tr key={id}>
      <th scope="row">{label}</th>
      {plans.map((plan) => {
        const standing = of(plan.planId)
        return <td key={plan.planId}>{standing && cell(standing, plan)}</td>
      })}
    </tr>
  )
  return (
    <>
      {care.doctors.map(({ providerId, name }) =>
        row(providerId, t('care.row.doctor', { name }), ({ doctors, told }) => {
          const is = told.doctors[doctors.findIndex((one) => one.providerId === providerId)]
          return is === undefined ? null : t(`care.is.${is}`)
        }),
      )}
      {care.drugs.map(({ drugId, name }) =>
        row(drugId, t('care.row.drug', { name }), ({ drugs, told }) => {
          if (told.drugs === null) return t('care.is.no-drugs')
          const drug = told.drugs[drugs.findIndex((one) => one.drugId === drugId)]
          if (drug === undefined) return null
          return drug.standing === 'listed'
            ? t('care.is.listed', { tier: tierText(t, drug) })
            : t(`care.is.${drug.standing}`)
        }),
      )}
      {care.drugs.length > 0 &&
        plans.some(({ line }) => hasCareCost(line)) &&
        row('year', t('care.row.year'), (standing, plan) => formatYear(plan, standing))}
    </>
  )
}
