import type { Tab } from '@portico/rules/tabs/types'
import { useFormat } from '../../base/texts/format.ts'
import { shortDay } from '../../base/texts/moment-label.ts'
import { useText } from '../../base/texts/text.tsx'
import { useNow } from '../../base/use-now.ts'
import lettering from '../../kit/layout/lettering.module.css'
import { Badge, type BadgeProps } from '../../ui/badge.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { isPressing, type NextPaymentState } from './payment.ts'
import styles from './payment-card.module.css'
import type { OverviewData } from './types.ts'

const tones: Readonly<Record<Exclude<NextPaymentState, 'later'>, BadgeProps['tone']>> = {
  overdue: 'danger',
  today: 'warning',
  soon: 'warning',
  automatic: 'success',
}

interface PaymentCardProps {
  readonly payment: NonNullable<OverviewData['nextPayment']>
  readonly state: NextPaymentState
  /** The tab for paying; null if the coverage does not include it. */
  readonly pay: Tab | null
  /** Whether the coverage begins only once it is paid. */
  readonly isFirst?: boolean | undefined
  readonly className?: string | undefined
}

/** What must be paid next, when, and how (MP-1). An urgent bill is the page's one primary action. */
export function PaymentCard({ payment, state, pay, isFirst, className }: PaymentCardProps) {
  const t = useText()
  const format = useFormat()
  const { moment } = useNow()
  const { amountCents, overdueCents: late } = payment
  const day = shortDay(format, payment.dueDate, moment)
  return (
    <Card
      title={t(isFirst ? 'landing.payment-first' : 'landing.payment-title')}
      className={className}
      action={state !== 'later' && <Badge tone={tones[state]}>{t(`landing.payment-chip-${state}`)}</Badge>}
    >
      <div className={styles.line}>
        <div>
          <p className={styles.amount}>{format.money(amountCents)}</p>
          <p className={lettering.small}>
            {late > 0 && late < amountCents
              ? t('landing.payment-part', { amount: format.money(late), day })
              : t(`landing.payment-${state}`, { day })}
          </p>
          {payment.graceLastDay !== null && (
            <p className={lettering.small}>
              {t('landing.payment-grace', { day: shortDay(format, payment.graceLastDay, moment) })}
            </p>
          )}
        </div>
        {pay !== null && (
          <ButtonLink to={pay.url} variant={isFirst || isPressing(state) ? 'primary' : 'secondary'}>
            {t(state === 'automatic' ? 'landing.payment-see' : 'landing.payment-pay')}
          </ButtonLink>
        )}
      </div>
    </Card>
  )
}
