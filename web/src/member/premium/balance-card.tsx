import { links } from '../../base/router/links.ts'
import { type Format, useFormat } from '../../base/texts/format.ts'
import { type Translate, useText } from '../../base/texts/text.tsx'
import lettering from '../../kit/layout/lettering.module.css'
import { PhoneLink } from '../../kit/phone/phone-link.tsx'
import { Badge, type BadgeProps } from '../../ui/badge.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import styles from './balance-card.module.css'
import { GraceNotice } from './grace-notice.tsx'
import { Pay, type PayProps } from './pay.tsx'
import { TakenBackNotice } from './taken-back-notice.tsx'
import type { PremiumAccountData } from './types.ts'

type BalanceState = 'unknown' | 'paid' | 'credit' | 'overdue' | 'due'

const tones: Readonly<Record<BalanceState, BadgeProps['tone']>> = {
  unknown: 'neutral',
  paid: 'success',
  credit: 'success',
  overdue: 'danger',
  due: 'info',
}

function computeStanding({ balanceCents, overdueCents }: PremiumAccountData): BalanceState {
  if (balanceCents === null) return 'unknown'
  if (balanceCents <= 0) return balanceCents < 0 ? 'credit' : 'paid'
  return overdueCents !== null && overdueCents > 0 ? 'overdue' : 'due'
}

/** What is owed and when it is due, as of which day, and the grace period. */
export function BalanceCard(props: PayProps) {
  const { account } = props
  const t = useText()
  const format = useFormat()
  const standing = computeStanding(account)
  const { balanceCents, asOf, dueOn, overdueCents, planName, ending, paidThrough, autoPay, takesPayments } = account
  const named = planName === null ? t('premium.account', { ending }) : planName
  return (
    <Card title={named} action={<Badge tone={tones[standing]}>{t(`premium.standing-${standing}`)}</Badge>}>
      {planName !== null && <p className={lettering.small}>{t('premium.account', { ending })}</p>}
      <p className={styles.label}>{t(standing === 'credit' ? 'premium.credit' : 'premium.owed')}</p>
      <p className={styles.amount}>
        {balanceCents === null ? t('premium.not-known') : format.money(Math.abs(balanceCents))}
      </p>
      {standing === 'due' && dueOn !== null && account.autopay?.state !== 'under-way' && (
        <p className={styles.due}>{dueText(account, dueOn, t, format)}</p>
      )}
      {standing === 'overdue' && overdueCents !== null && dueOn !== null && (
        <p className={styles.due}>
          {t(isSince(account) ? 'premium.overdue-since' : 'premium.overdue', {
            amount: format.money(overdueCents),
            day: format.dateLong(dueOn),
          })}
        </p>
      )}
      {balanceCents !== null && balanceCents > 0 && dueOn === null && (
        <p className={styles.due}>{t('premium.due-unknown')}</p>
      )}
      <p className={lettering.small}>
        {asOf === null ? t('premium.balance-unknown') : t('premium.as-of', { day: format.dateLong(asOf) })}
      </p>
      {account.paidHereCents !== 0 && (
        <p className={lettering.small}>
          {t(account.paidHereCents > 0 ? 'premium.paid-here' : 'premium.taken-back-here', {
            amount: format.money(Math.abs(account.paidHereCents)),
          })}
        </p>
      )}
      <TakenBackNotice account={account} />
      <Pay {...props} />
      <GraceNotice account={account} />
      <dl className={styles.facts}>
        <div>
          <dt>{t('premium.paid-through')}</dt>
          <dd>{paidThrough === null ? t('premium.not-known') : format.dateLong(paidThrough)}</dd>
        </div>
        {(!takesPayments || autoPay === true) && (
          <div>
            <dt>{t('premium.auto-pay')}</dt>
            <dd>{t(autoPay === null ? 'premium.not-known' : autoPay ? 'premium.auto-on' : 'premium.auto-off')}</dd>
          </div>
        )}
      </dl>
      <div className={styles.ways}>
        <PhoneLink />
        <ButtonLink to={links.writeToUs('pay-premium')} variant="secondary">
          {t('premium.ask')}
        </ButtonLink>
      </div>
    </Card>
  )
}

/** Whether the past-due amount was due on several days. */
function isSince({ bills }: PremiumAccountData): boolean {
  return new Set(bills.filter(({ state }) => state === 'overdue').map(({ dueOn }) => dueOn)).size > 1
}

/** When it must be paid, or when it is charged automatically. */
function dueText({ autoPay, autopay }: PremiumAccountData, dueOn: string, t: Translate, { dateLong }: Format): string {
  if (autoPay === true) return t('premium.due-automatic', { day: dateLong(dueOn) })
  const takenOn = autopay?.state === 'wait' || autopay?.state === 'due' ? autopay.nextOn : null
  if (takenOn !== null && takenOn !== undefined) return t('premium.autopay-balance', { day: dateLong(takenOn) })
  return t('premium.due', { day: dateLong(dueOn) })
}
