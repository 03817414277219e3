import type { Tab } from '@portico/rules/tabs/types'
import { CreditCard } from 'lucide-react'
import { useFormat } from '../messages/format.ts'
import { useText } from '../messages/text.tsx'
import { Badge, type BadgeProps } from '../ui/badge.tsx'
import { ButtonLink } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { isPressing, type PaymentState } from './payment.ts'
import styles from './payment-card.module.css'
import type { OverviewData } from './types.ts'

const tones: Readonly<Record<Exclude<PaymentState, 'later'>, BadgeProps['tone']>> = {
  overdue: 'danger',
  today: 'warning',
  soon: 'warning',
  automatic: 'success',
}

interface PaymentCardProps {
  readonly payment: NonNullable<OverviewData['nextPayment']>
  readonly state: PaymentState
  /** The tab for paying; null where coverage gives none. */
  readonly pay: Tab | null
}

/** What is to be paid next, when, and the way to do it (MP-1). A bill that presses is the page's one primary action. */
export function PaymentCard({ payment, state, pay }: PaymentCardProps) {
  const t = useText()
  const { money, date } = useFormat()
  return (
    <Card
      title={t('landing.payment-title')}
      action={state !== 'later' && <Badge tone={tones[state]}>{t(`landing.payment-chip-${state}`)}</Badge>}
    >
      <p className={styles.amount}>{money(payment.amountCents)}</p>
      <p className={styles.due}>{t(`landing.payment-${state}`, { day: date(payment.dueDate) })}</p>
      {pay !== null && (
        <ButtonLink
          to={pay.url}
          variant={isPressing(state) ? 'primary' : 'secondary'}
          icon={<CreditCard aria-hidden="true" />}
          className={styles.action}
        >
          {t('landing.payment-pay')}
        </ButtonLink>
      )}
    </Card>
  )
}
