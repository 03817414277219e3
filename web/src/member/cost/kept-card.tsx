import { useFormat } from '../../base/texts/format.ts'
import { Spoken } from '../../base/texts/spoken.tsx'
import { useText } from '../../base/texts/text.tsx'
import lettering from '../../kit/layout/lettering.module.css'
import { Card } from '../../ui/card.tsx'
import { AgreedPrice } from './agreed-price.tsx'
import { CostArithmetic } from './arithmetic.tsx'
import styles from './cost-view.module.css'
import { NoticeList } from './notices.tsx'
import { Included, YearSoFar } from './plan-card.tsx'
import type { KeptEstimate } from './types.ts'
import { useAmount } from './use-amount.ts'

interface KeptCardProps {
  readonly estimates: readonly KeptEstimate[]
  /** How many were saved in all. */
  readonly total: number
}

/** Saved estimates as they were shown, with their date, to compare with a bill. */
export function KeptCard({ estimates, total }: KeptCardProps) {
  const t = useText()
  const amount = useAmount()
  const { dateLong } = useFormat()
  return (
    <Card title={t('cost.kept')} className={styles.kept}>
      {estimates.length === 0 ? (
        <p className={lettering.small}>{t('cost.kept-none')}</p>
      ) : (
        // biome-ignore lint/a11y/noRedundantRoles: without bullets, some screen readers do not announce it as a list
        <ul role="list" className={styles.providers}>
          {estimates.map(
            ({ estimateId, service, plan, benefit, balances, countedAsOf, pricesOf, cost, network, at }) => (
              <li key={estimateId} className={styles.provider}>
                <div className={styles.line}>
                  <h3 className={styles.place}>
                    <Spoken language={service.spoken}>{service.name}</Spoken>
                  </h3>
                  {cost !== null && (
                    <p className={styles.amount}>
                      <span className={lettering.small}>{t('cost.you-pay')}</span> <strong>{amount(cost)}</strong>
                    </p>
                  )}
                </div>
                <p className={lettering.small}>
                  {[
                    cost !== null &&
                      network === 'in' &&
                      (cost.name ?? t('cost.provider-unnamed', { number: cost.provider })),
                    t(`cost.kept-${network}`),
                    t('cost.kept-at', { day: dateLong(at) }),
                  ]
                    .filter(Boolean)
                    .join(' · ')}
                </p>
                {plan !== null && (
                  <p className={lettering.small}>
                    {t('cost.kept-plan', {
                      plan: plan.name,
                      from: dateLong(plan.year.begins),
                      to: dateLong(plan.year.ends),
                    })}
                  </p>
                )}
                {benefit !== null && (
                  <p className={lettering.small}>
                    {t('cost.comes-under')}: <Spoken language={benefit.spoken}>{benefit.service}</Spoken>
                  </p>
                )}
                {cost !== null && <AgreedPrice cost={cost} network={network} />}
                {network === 'in' && pricesOf !== null && (
                  <p className={lettering.small}>{t('cost.kept-prices', { day: dateLong(pricesOf) })}</p>
                )}
                {cost !== null && (
                  <details className={styles.details}>
                    <summary>{t('cost.how')}</summary>
                    <CostArithmetic cost={cost} network={network} />
                    <Included service={service} costs={[cost]} />
                    <YearSoFar cost={{ balances, benefit, countedAsOf }} network={network} />
                    <div className={styles.block}>
                      <h3>{t('cost.notices')}</h3>
                      <NoticeList approval={benefit?.[network]?.priorAuthorization ?? null} />
                    </div>
                  </details>
                )}
              </li>
            ),
          )}
        </ul>
      )}
      {total > estimates.length && (
        <p className={lettering.small}>{t('cost.kept-more', { shown: estimates.length, total })}</p>
      )}
    </Card>
  )
}
