import { easternParts } from '@portico/rules/time/eastern'
import { useFormat } from '../../base/texts/format.ts'
import { useText } from '../../base/texts/text.tsx'
import { Alert } from '../../ui/alert.tsx'
import styles from './balance-card.module.css'
import type { PaymentData, PremiumAccountData } from './types.ts'

/** Says that a bank took a payment back, as long as its amount may still be owed (MP-18). */
export function TakenBackNotice({ account }: { readonly account: PremiumAccountData }) {
  const t = useText()
  const { money, dateLong } = useFormat()
  const payment = findOwedAgain(account)
  if (payment === null || payment.takenBackOn === null) return null
  return (
    <Alert tone="warning" title={t('premium.taken-back-title')} className={styles.notice}>
      <p>
        {t('premium.taken-back', {
          amount: money(payment.takenBackCents),
          made: dateLong(payment.at),
          day: dateLong(payment.takenBackOn),
        })}
      </p>
    </Alert>
  )
}

/** The newest payment taken back after which nothing else was paid here; null if nothing is owed. */
function findOwedAgain({ balanceCents, payments }: PremiumAccountData): PaymentData | null {
  if (balanceCents !== null && balanceCents <= 0) return null
  const taken = payments.find(({ takenBackCents }) => takenBackCents > 0)
  const day = taken?.takenBackOn
  if (taken === undefined || day == null) return null
  const isPaidSince = payments.some(
    ({ paidCents, takenBackCents, at }) => paidCents > takenBackCents && easternParts(new Date(at)).day > day,
  )
  return isPaidSince ? null : taken
}
