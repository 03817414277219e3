import { useText } from '../../base/texts/text.tsx'
import { useAmounts } from './amounts.ts'
import styles from './shop.module.css'
import type { QuotedPlan } from './types.ts'

/** Plans with their monthly premiums. */
export function PlanPrices({
  plans,
}: {
  readonly plans: readonly Pick<QuotedPlan, 'planId' | 'name' | 'line' | 'premiumCents'>[]
}) {
  const t = useText()
  const { orUnknown, line } = useAmounts()
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
              <div className={styles.small}>{line(plan.line)}</div>
            </th>
            <td>{orUnknown(plan.premiumCents)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
