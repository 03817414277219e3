import type { Market } from '@portico/rules/shop/lines'
import { useText } from '../../base/texts/text.tsx'
import { useArea } from '../../base/texts/use-areas.ts'
import { useShopping } from '../../shared/shop-parts/basis.ts'
import { ErrorState } from '../../ui/error-state.tsx'
import { tierText } from './tier-text.ts'
import { type CareStanding, usePlanCare } from './use-plan-care.ts'

interface CareRowsProps {
  readonly market: Market
  readonly planYear: number
  readonly plans: readonly { readonly planId: string }[]
}

/** Rows of a comparison: how each plan covers the doctors and drugs in this browser tab (SH-4, SH-6). */
export function CareRows(props: CareRowsProps) {
  return useArea('shop-care') && <Rows {...props} />
}

function Rows({ market, planYear, plans }: CareRowsProps) {
  const t = useText()
  const { care } = useShopping(market)
  const { failed, reload, of } = usePlanCare(market, planYear, plans)
  if (failed) {
    return (
      <tr>
        <td colSpan={plans.length + 1}>
          <ErrorState onRetry={reload} />
        </td>
      </tr>
    )
  }
  const row = (id: string, label: string, cell: (standing: CareStanding) => string | null) => (
    <tr key={id}>
      <th scope="row">{label}</th>
      {plans.map(({ planId }) => {
        const standing = of(planId)
        return <td key={planId}>{standing && cell(standing)}</td>
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
    </>
  )
}
