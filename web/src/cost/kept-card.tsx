import { useFormat } from '../texts/format.ts'
import { useText } from '../texts/text.tsx'
import { Card } from '../ui/card.tsx'
import { CostArithmetic } from './arithmetic.tsx'
import styles from './cost-view.module.css'
import { NoticeList } from './notices.tsx'
import { Included, YearSoFar } from './plan-card.tsx'
import type { KeptEstimate } from './types.ts'
import { useAmount } from './use-amount.ts'

/** Saved estimates as they were shown, with their date, to compare with a bill. */
export function KeptCard({ estimates }: { readonly estimates: readonly KeptEstimate[] }) {
  const t = useText()
  const amount = useAmount()
  const { dateLong } = useFormat()
  return (
    <Card title={t('cost.kept')} className={styles.kept}>
      {estimates.length === 0 && <p className={styles.note}>{t('cost.kept-none')}</p>}
      {/* biome-ignore lint/a11y/noRedundantRoles: without bullets, some screen readers do not announce it as a list */}
      <ul role="list" className={styles.providers}>
        {estimates.map(({ estimateId, service, benefit, balances, countedAsOf, cost, network, at }) => (
          <li key={estimateId} className={styles.provider}>
            <div className={styles.line}>
              <h3 lang={service.spoken} className={styles.place}>
                {service.name}
              </h3>
              {cost !== null && (
                <p className={styles.amount}>
                  <span className={styles.note}>{t('cost.you-pay')}</span> <strong>{amount(cost)}</strong>
                </p>
              )}
            </div>
            <p className={styles.note}>
              {network === 'out' ? t('cost.kept-out') : cost?.name} · {t('cost.kept-at', { day: dateLong(at) })}
            </p>
            {cost !== null && (
              <details className={styles.details}>
                <summary>{t('cost.how')}</summary>
                <CostArithmetic cost={cost} network={network} />
                <Included service={service} />
                <YearSoFar cost={{ balances, benefit, countedAsOf }} network={network} />
                <div className={styles.block}>
                  <h3>{t('cost.notices')}</h3>
                  <NoticeList approval={benefit?.[network]?.priorAuthorization ?? null} />
                </div>
              </details>
            )}
          </li>
        ))}
      </ul>
    </Card>
  )
}
