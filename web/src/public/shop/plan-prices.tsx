import { useText } from '../../base/texts/text.tsx'
import lettering from '../../kit/layout/lettering.module.css'
import { useAmounts } from './amounts.ts'
import { Price } from './price.tsx'
import styles from './shop.module.css'
import type { Priced, Quote } from './types.ts'

/** Plans with the same single price each as in the list (SH-5). */
export function PlanPrices({
  plans,
  exchange,
}: {
  readonly plans: readonly Priced[]
  readonly exchange: Quote['exchange']
}) {
  const t = useText()
  const { line } = useAmounts()
  return (
    <table className={styles.table}>
      <thead>
        <tr>
          <th scope="col">{t('proposal.plan')}</th>
          <th scope="col">{t('proposal.plan.premium')}</th>
        </tr>
      </thead>
      <tbody>
        {plans.map((plan) => (
          <tr key={plan.planId}>
            <th scope="row">
              {plan.name}
              <div className={lettering.small}>{line(plan.line)}</div>
            </th>
            <td>
              <Price plan={plan} exchange={exchange} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
