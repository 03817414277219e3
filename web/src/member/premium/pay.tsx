import { cancelPremiumPayment } from '@portico/contract/calls/premium'
import { useState } from 'react'
import { api } from '../../base/api/api.ts'
import { useAction } from '../../base/api/use-action.ts'
import { usePage } from '../../base/page-state.tsx'
import type { MessageId } from '../../base/texts/catalogues.ts'
import { useFormat } from '../../base/texts/format.ts'
import { useText } from '../../base/texts/text.tsx'
import { Problem } from '../../kit/forms/problem.tsx'
import lettering from '../../kit/layout/lettering.module.css'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import styles from './balance-card.module.css'
import { PayDialog } from './pay-dialog.tsx'
import type { BegunPayment, MethodData, PaymentData, PremiumAccountData } from './types.ts'

export interface PayProps {
  readonly account: PremiumAccountData
  readonly methods: readonly MethodData[]
  /** Something has changed. The argument says what was done, if it is to be announced. */
  readonly onChange: (done: MessageId | null) => void
  /** A payment is under way that does not need the gateway's page. */
  readonly onBegun: (paymentId: string) => void
}

/** Pays what is owed, next to the amount; a payment under way must be settled before another. */
export function Pay({ account, methods, onChange, onBegun }: PayProps) {
  const t = useText()
  const [open, setOpen] = useState(false)
  const { session } = usePage()
  const { balanceCents, takesPayments, payments } = account
  const underWay = payments.find(({ state }) => waiting.has(state))
  if (underWay !== undefined) return <UnderWay payment={underWay} onChange={onChange} />
  if (!takesPayments || balanceCents === null || balanceCents <= 0) return null
  if (session?.simulation) return <p className={lettering.small}>{t('premium.pay-rep')}</p>
  const takenOn = findTakenOn(account)
  const openPayment = (payment: BegunPayment) => {
    setOpen(false)
    if (payment.url !== null) location.assign(payment.url)
    else onBegun(payment.paymentId)
  }
  const saved = methods.filter(({ state }) => state === 'saved')
  return (
    <div className={styles.pay}>
      <Button variant={takenOn === null ? 'primary' : 'quiet'} onClick={() => setOpen(true)}>
        {t(takenOn === null ? 'premium.pay' : 'premium.pay-anyway')}
      </Button>
      <PayDialog
        // Starts again if the amount owed or the payment methods change: a method that was just saved comes first.
        key={`${balanceCents} ${saved[0]?.methodId}`}
        account={account}
        methods={saved}
        owedCents={balanceCents}
        takenOn={takenOn}
        open={open}
        onClose={() => setOpen(false)}
        onBegun={openPayment}
      />
    </div>
  )
}

/** The day on which the plan or automatic payment charges it anyway: it can be paid earlier, but need not be. */
function findTakenOn({ autoPay, autopay, overdueCents, dueOn }: PremiumAccountData): string | null {
  if (overdueCents !== null && overdueCents > 0) return null
  if (autoPay === true) return dueOn
  return autopay?.state === 'wait' || autopay?.state === 'due' ? autopay.nextOn : null
}

const waiting: ReadonlySet<PaymentData['state']> = new Set(['created', 'sent', 'pending', 'unknown'])

interface UnderWayProps {
  readonly payment: PaymentData
  readonly onChange: (done: MessageId | null) => void
}

/** A payment that is not settled yet: it can be completed or canceled. */
function UnderWay({ payment, onChange }: UnderWayProps) {
  const t = useText()
  const { money } = useFormat()
  const closing = useAction({ UNAVAILABLE: 'premium.cancel-unavailable' })
  const { session } = usePage()
  const { state, amountCents, url, paymentId } = payment
  // With a saved payment method there is nothing left to do.
  const isOnWay = state === 'pending' || payment.saved
  const cancel = () =>
    closing.run(async () => {
      await api.call(cancelPremiumPayment, { params: { paymentId } })
      onChange('premium.canceled')
    })
  const said = isOnWay ? 'pending' : url === null ? 'unknown' : 'sent'
  return (
    <Alert tone="info" className={styles.notice} title={t(`premium.way-${said}-title`, { amount: money(amountCents) })}>
      <p>{t(`premium.under-${said}`)}</p>
      {!isOnWay && !session?.simulation && (
        <div className={styles.ways}>
          {url !== null && (
            <Button variant="primary" onClick={() => location.assign(url)}>
              {t('premium.continue')}
            </Button>
          )}
          <Button variant="secondary" busy={closing.busy} onClick={cancel}>
            {t('premium.cancel')}
          </Button>
        </div>
      )}
      <Problem text={closing.problem} />
    </Alert>
  )
}
