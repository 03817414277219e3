import { orderMedicine } from '@portico/contract/calls/medicines'
import { useRef } from 'react'
import { api } from '../../base/api/api.ts'
import { useAction } from '../../base/api/use-action.ts'
import { newId } from '../../base/new-id.ts'
import { useText } from '../../base/texts/text.tsx'
import { Problem } from '../../kit/forms/problem.tsx'
import lettering from '../../kit/layout/lettering.module.css'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import styles from './medicine-card.module.css'
import type { MedicineData, OrderData } from './types.ts'

interface OrderDialogProps {
  readonly medicine: MedicineData
  readonly open: boolean
  readonly onClose: () => void
  readonly onDone: (order: OrderData) => void
}

const problems = {
  CONFLICT: 'prescriptions.order-conflict',
  'NOT-FOUND': 'prescriptions.order-conflict',
  UNAVAILABLE: 'prescriptions.order-down',
} as const

/** Shows where a request goes before it is sent. However often the button is clicked, only one request is made. */
export function OrderDialog({ medicine, open, onClose, onDone }: OrderDialogProps) {
  const t = useText()
  const sending = useAction(problems, 'prescriptions.order-failed')
  const orderId = useRef<string | null>(null)
  const { name, next, medicineId, fills } = medicine
  const [last] = fills
  const pharmacyName = last?.pharmacyName ?? ''
  const action = t(next === 'renew' ? 'prescriptions.order-renewal' : 'prescriptions.order-refill')
  const close = () => {
    sending.forget()
    onClose()
  }
  const send = async () => {
    // Keeps its id until the request is known to have arrived, so that a retry does not ask twice.
    orderId.current ??= newId()
    const body = { orderId: orderId.current, medicineId, pharmacyName }
    const done = await sending.run(async () => {
      const { order } = await api.call(orderMedicine, { body })
      onDone(order)
    })
    if (done) {
      orderId.current = null
      close()
    }
  }
  return (
    <Dialog
      size="small"
      open={open}
      onClose={close}
      title={action}
      actions={
        <>
          <Button busy={sending.busy} onClick={send}>
            {t('prescriptions.order-send')}
          </Button>
          <Button variant="quiet" onClick={close}>
            {t('prescriptions.order-cancel')}
          </Button>
        </>
      }
    >
      <p className={lettering.name}>{name}</p>
      <p>
        {t(
          next === 'renew'
            ? 'prescriptions.order-renewal-text'
            : next === 'refill'
              ? 'prescriptions.order-refill-text'
              : 'prescriptions.order-ask-text',
        )}
      </p>
      <p className={styles.pharmacy}>
        <strong>{pharmacyName}</strong>
        <br />
        {last?.pharmacyAddress}
      </p>
      <p className={lettering.small}>{t('prescriptions.order-price')}</p>
      <Problem text={sending.problem} />
    </Dialog>
  )
}
