import { premiumPayment } from '@portico/contract/calls/premium'
import { isUnderWay } from '@portico/rules/premium/payment'
import { useLayoutEffect, useState } from 'react'
import { api } from '../../base/api/api.ts'
import { useLoaded } from '../../base/api/use-loaded.ts'
import { useFormat } from '../../base/texts/format.ts'
import { useText } from '../../base/texts/text.tsx'
import { Alert } from '../../ui/alert.tsx'
import styles from './premium-view.module.css'
import type { PaymentData } from './types.ts'

const lookPause = 3_000

interface CameBackProps {
  readonly paymentId: string
  /** Called when the account on the page is out of date. */
  readonly onSettled: () => void
}

/** The result of the payment that someone returns from, checked until it is settled. */
export function CameBack({ paymentId, onSettled }: CameBackProps) {
  const t = useText()
  const { money } = useFormat()
  const [looking, setLooking] = useState(true)
  const { value: payment, failed } = useLoaded(
    (signal, background) => api.call(premiumPayment, { params: { paymentId }, signal, background }),
    { key: paymentId, ...(looking && { lookPause }) },
  )
  const state = payment?.state ?? null
  // A layout effect stops the polling before the result is shown, so that no check follows a settled payment.
  useLayoutEffect(() => {
    if (state === null) return
    setLooking(isUnderWay(state))
    onSettled()
  }, [state, onSettled])
  if (failed && payment === null) return null
  const said = state === null ? 'asking' : looks[state]
  return (
    <Alert tone={tones[said]} role="status" className={styles.back} title={t(`premium.back-${said}-title`)}>
      <p>
        {t(`premium.back-${said}`, {
          amount: payment === null ? '' : money(said === 'paid' ? payment.paidCents : payment.amountCents),
        })}
      </p>
    </Alert>
  )
}

const looks = {
  created: 'asking',
  unknown: 'asking',
  sent: 'open',
  pending: 'pending',
  succeeded: 'paid',
  failed: 'failed',
  expired: 'expired',
} as const satisfies Record<PaymentData['state'], string>

const tones = {
  asking: 'info',
  open: 'info',
  pending: 'info',
  paid: 'success',
  failed: 'danger',
  expired: 'info',
} as const
