import type { ReactNode } from 'react'
import { useText } from '../../base/texts/text.tsx'
import lettering from '../../kit/layout/lettering.module.css'
import { useAmounts } from './amounts.ts'
import styles from './shop.module.css'
import type { CreditData, Quote } from './types.ts'

interface CreditDetailsProps {
  readonly credit: CreditData
  readonly planYear: number
  readonly income: { readonly householdSize: number; readonly cents: number }
  readonly exchange: Quote['exchange']
  /** Shown below the estimate. */
  readonly children: ReactNode
}

/** The estimated premium tax credit with its calculation, or why there is none (SH-5). */
export function CreditDetails({ credit, planYear, income, exchange, children }: CreditDetailsProps) {
  const t = useText()
  const { money } = useAmounts()
  if (credit.kind === 'none') {
    const { why, percent = 0, limitCents = 0 } = credit
    return <p>{t(`shop.credit.${why}`, { year: planYear, percent, limit: money(limitCents) })}</p>
  }
  const { povertyCents, percent, hundredths, yearCents, monthCents, percentages, guidelines } = credit.arithmetic
  const values = {
    percent,
    percentages,
    guidelines,
    size: income.householdSize,
    figure: (hundredths / 100).toFixed(2),
    income: money(income.cents),
    poverty: money(povertyCents),
    year: money(yearCents),
    month: money(monthCents),
    benchmark: money(credit.benchmarkCents),
    credit: money(credit.cents),
  }
  return (
    <div className={styles.tight}>
      <p className={styles.price}>{t('shop.credit.month', values)}</p>
      {exchange !== null && (
        <p>
          {t('shop.credit.where', { exchange: exchange.name })}{' '}
          <a href={exchange.address} rel="noreferrer">
            {t('shop.credit.go', { exchange: exchange.name })}
          </a>
        </p>
      )}
      {children}
      <details>
        <summary>{t('shop.credit.how')}</summary>
        <p>{t('shop.credit.estimate')}</p>
        <ol className={styles.steps}>
          {(['poverty', 'figure', 'own', 'benchmark'] as const).map((step) => (
            <li key={step}>{t(`shop.credit.step.${step}`, values)}</li>
          ))}
        </ol>
        <p className={lettering.small}>{t('shop.credit.source', values)}</p>
        <p className={lettering.small}>{t('shop.credit.rules')}</p>
      </details>
    </div>
  )
}
