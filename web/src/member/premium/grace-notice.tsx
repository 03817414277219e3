import { useFormat } from '../../base/texts/format.ts'
import { useText } from '../../base/texts/text.tsx'
import { Alert } from '../../ui/alert.tsx'
import styles from './balance-card.module.css'
import type { PremiumAccountData } from './types.ts'

/** What a first payment begins; else the grace period and what happens after it; collapsed under a heading unless a premium is late. */
export function GraceNotice({ account }: { readonly account: PremiumAccountData }) {
  const t = useText()
  const { dateLong } = useFormat()
  const { isFirst, grace, graceDays, taxCredit } = account
  if (isFirst === true) return <p className={styles.due}>{t('premium.rule-first-payment')}</p>
  if (grace.stage === 'none') {
    if (graceDays === null) return null
    return (
      <details className={styles.rule}>
        <summary>{t('premium.rule-title')}</summary>
        <p>{t('premium.rule', { days: graceDays })}</p>
        {account.endRule !== null && <p>{t(`premium.rule-${account.endRule}`)}</p>}
        {taxCredit === true && <p>{t('premium.tax-credit')}</p>}
      </details>
    )
  }
  if (grace.stage === 'unknown') {
    return (
      <Alert tone="warning" title={t('premium.grace-unknown-title')} className={styles.notice}>
        <p>{t('premium.grace-unknown')}</p>
      </Alert>
    )
  }
  const isOver = grace.stage === 'over'
  const endsOn = grace.ends !== null && grace.ends < grace.lastDay ? 'ends-before' : 'ends'
  return (
    <Alert
      tone={isOver ? 'danger' : 'warning'}
      title={
        isOver
          ? t('premium.grace-over-title', { day: dateLong(grace.lastDay) })
          : t('premium.grace-title', { day: dateLong(grace.lastDay), days: grace.daysLeft })
      }
      className={styles.notice}
    >
      <p>
        {grace.ends === null
          ? t(isOver ? 'premium.grace-over-unknown' : 'premium.grace-ends-unknown')
          : t(`premium.grace-${isOver ? 'over' : endsOn}`, { day: dateLong(grace.ends) })}
      </p>
      {taxCredit === true && !isOver && <p>{t('premium.tax-credit')}</p>}
    </Alert>
  )
}
