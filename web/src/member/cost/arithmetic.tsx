import { useText } from '../../base/texts/text.tsx'
import { type MoneyStep, MoneySteps } from '../../shared/claim-parts/money-steps.tsx'
import styles from './cost-view.module.css'
import type { EstimateSide, ProviderCost } from './types.ts'

const parts = ['deductible', 'copay', 'coinsurance'] as const

/** How an estimate is calculated, step by step as for a claim (MP-26); for both ends of a range. */
export function CostArithmetic({ cost, network }: { readonly cost: ProviderCost; readonly network: 'in' | 'out' }) {
  const t = useText()
  const { estimate, basis, percent } = cost
  if (!estimate.known)
    return (
      <p className={styles.why}>
        {basis === 'share' ? t('cost.why-share', { percent }) : t(`cost.why-${estimate.why}`)}
      </p>
    )
  const { low, high } = estimate
  const isOne = JSON.stringify(low) === JSON.stringify(high)
  return (
    <div className={styles.arithmetic}>
      {!isOne && <h4>{t('cost.low')}</h4>}
      <Side side={low} network={network} />
      {!isOne && (
        <>
          <h4>{t('cost.high')}</h4>
          <Side side={high} network={network} />
        </>
      )}
    </div>
  )
}

function Side({ side, network }: { readonly side: EstimateSide; readonly network: 'in' | 'out' }) {
  const t = useText()
  const price = network === 'in' ? ('cost.price' as const) : ('cost.price-quote' as const)
  const own = parts.flatMap((part): MoneyStep[] => {
    const cents = side[`${part}Cents`]
    return cents === 0 ? [] : [{ id: part, name: t(`claims.${part}`), cents, text: t(`claims.${part}-text`) }]
  })
  const never: MoneyStep[] =
    side.notCoveredCents === 0
      ? []
      : [
          {
            id: 'notCovered',
            name: t('claims.notCovered'),
            cents: side.notCoveredCents,
            text: t('cost.not-covered-text'),
          },
        ]
  return (
    <MoneySteps
      steps={[
        { id: 'price', name: t(price), cents: side.allowedCents + side.aboveCents, text: t(`${price}-text`) },
        ...own,
        ...never,
        { id: 'plan', name: t('cost.plan-pays'), cents: side.planPaysCents, text: t('cost.plan-pays-text') },
        {
          id: 'you',
          name: t('cost.total'),
          cents: side.youPayCents,
          text: side.capped ? t('cost.capped') : t('cost.total-text'),
        },
      ]}
    />
  )
}
