import type { MessageId } from '../../base/texts/catalogues.ts'
import { useFormat } from '../../base/texts/format.ts'
import { useText } from '../../base/texts/text.tsx'
import { Badge, type BadgeProps } from '../../ui/badge.tsx'
import { Card } from '../../ui/card.tsx'
import styles from './approvals-card.module.css'
import type { OrderData } from './types.ts'

const tones: Readonly<Record<OrderData['state'], BadgeProps['tone']>> = {
  requested: 'info',
  sent: 'info',
  accepted: 'info',
  ready: 'success',
  refused: 'danger',
}

/** Requests to pharmacies with their latest state, open ones first (MP-16). */
export function OrdersCard({
  orders,
  isFamily,
}: {
  readonly orders: readonly OrderData[]
  readonly isFamily: boolean
}) {
  const t = useText()
  const { dateTime } = useFormat()
  if (orders.length === 0) return null
  return (
    <Card title={t('prescriptions.orders')}>
      {/* biome-ignore lint/a11y/noRedundantRoles: without bullets, some screen readers do not announce it as a list */}
      <ul className={styles.list} role="list">
        {orders.map((one) => (
          <li key={one.orderId}>
            <h3>{one.drug}</h3>
            {isFamily && <p className={styles.about}>{t('prescriptions.for', { name: one.person.firstName })}</p>}
            <p className={styles.state}>
              <Badge tone={one.unconfirmed ? 'warning' : tones[one.state]}>
                {t(one.unconfirmed ? 'prescriptions.order-unconfirmed' : `prescriptions.order-state-${one.state}`)}
              </Badge>{' '}
              {t(`prescriptions.order-${one.kind}-name`)}
            </p>
            <p>{t(findWords(one))}</p>
            <ul className={styles.facts}>
              <li>{t('prescriptions.order-number', { receipt: one.receipt })}</li>
              <li>{[one.pharmacyName, one.pharmacyAddress].filter(Boolean).join(', ')}</li>
              <li>{t('prescriptions.order-asked', { day: dateTime(one.requestedAt) })}</li>
              {one.changedAt !== one.requestedAt && (
                <li>{t('prescriptions.order-changed', { day: dateTime(one.changedAt) })}</li>
              )}
            </ul>
          </li>
        ))}
      </ul>
    </Card>
  )
}

function findWords({ state, unconfirmed, lapsed, reason }: OrderData): MessageId {
  if (lapsed) return 'prescriptions.order-words-lapsed'
  if (unconfirmed) return 'prescriptions.order-words-unconfirmed'
  return state === 'refused' ? `prescriptions.order-reason-${reason ?? 'other'}` : `prescriptions.order-words-${state}`
}
