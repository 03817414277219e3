import { useFormat } from '../../base/texts/format.ts'
import { useText } from '../../base/texts/text.tsx'
import { Alert } from '../../ui/alert.tsx'
import styles from './accounts.module.css'
import type { SpendingAccountData } from './spending-types.ts'

/** From this many days before the last day, it is time to act. */
const soonDays = 60

/** How long the money lasts, counted in days, and what to do about it (MP-10). */
export function Deadline({ account }: { readonly account: SpendingAccountData }) {
  const t = useText()
  const { money, dateLong } = useFormat()
  const { deadline, vendorName, carryOverCents, accountType } = account
  if (!account.open) return null
  if (deadline.stage === 'never') return <p>{t('spending.never')}</p>
  if (deadline.stage === 'unknown') return <p>{t('spending.unknown-day')}</p>
  const day = dateLong(deadline.lastDay)
  if (deadline.stage === 'over') return <p>{t('spending.over', { day })}</p>
  const { stage, days, lostCents } = deadline
  const isPressing = days <= soonDays && lostCents !== 0
  return (
    <Alert
      tone={isPressing ? 'warning' : 'info'}
      title={t(stage === 'spend' ? 'spending.spend-title' : 'spending.claim-title', { days })}
      className={styles.deadline}
    >
      <p>
        {t(stage === 'spend' ? 'spending.spend-text' : 'spending.claim-text', { day })}{' '}
        {lostCents !== null && lostCents > 0 && t('spending.spend-lost', { amount: money(lostCents) })}{' '}
        {stage === 'spend' && carryOverCents !== null && t('spending.carry', { amount: money(carryOverCents) })}
      </p>
      {lostCents !== 0 && (
        <p>
          {stage === 'claim'
            ? vendorName === null
              ? t('spending.do-claim-plain')
              : t('spending.do-claim', { vendor: vendorName })
            : accountType === 'DCA'
              ? null
              : t(accountType === 'LPFSA' ? 'spending.do-spend-LPFSA' : 'spending.do-spend')}
        </p>
      )}
    </Alert>
  )
}
