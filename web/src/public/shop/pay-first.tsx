import { payFirstPremium } from '@portico/contract/calls/shop'
import { isUnderWay } from '@portico/rules/premium/payment'
import type { Market } from '@portico/rules/shop/lines'
import { useState } from 'react'
import { api } from '../../base/api/api.ts'
import { useAction } from '../../base/api/use-action.ts'
import { newId } from '../../base/new-id.ts'
import { useText } from '../../base/texts/text.tsx'
import { Problem } from '../../kit/forms/problem.tsx'
import lettering from '../../kit/layout/lettering.module.css'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { useAmounts } from './amounts.ts'
import styles from './shop.module.css'
import type { ApplicationData } from './types.ts'

export interface PayFirstProps {
  readonly application: ApplicationData
  readonly ticket: string
  readonly market: Market
  readonly onChange: () => void
}

/** Pays the first premium on the gateway's page (SH-9), and shows the state of a payment under way. */
export function PayFirst({ application, ticket, market, onChange }: PayFirstProps) {
  const t = useText()
  const { money } = useAmounts()
  const { payment, pays, firstPremiumCents } = application
  // The payment keeps its id, however often the button is clicked, until it fails.
  const [clientPaymentId, setId] = useState(newId)
  const action = useAction(
    {
      CONFLICT: 'application.pay.conflict',
      'APPLIED-BEFORE': 'application.pay.before',
      UNAVAILABLE: 'application.pay.unavailable',
    },
    'application.pay.unavailable',
  )
  const underWay = payment !== null && isUnderWay(payment.state) ? payment : null
  const pay = () =>
    action.run(async () => {
      const begun = await api.call(payFirstPremium, { body: { ticket, market, clientPaymentId } })
      setId(newId())
      if (begun.url === null) onChange()
      else location.assign(begun.url)
    })
  return (
    <Card title={t('application.pay')}>
      <div className={styles.stack}>
        {underWay !== null ? (
          <>
            <p role="status">{t(`application.pay.${says[underWay.state] ?? 'asking'}`)}</p>
            {underWay.url !== null && (
              <p>
                <Button onClick={() => location.assign(underWay.url ?? '')}>{t('application.pay.continue')}</Button>
              </p>
            )}
          </>
        ) : (
          <>
            {payment?.state === 'failed' && <p role="status">{t('application.pay.failed')}</p>}
            <p>{t('application.pay.about')}</p>
            {pays === 'sandbox' && <p>{t('application.pay.sandbox')}</p>}
            <p>
              <Button busy={action.busy} onClick={pay}>
                {t('application.pay.go', { amount: money(firstPremiumCents) })}
              </Button>
            </p>
            <p className={lettering.small}>{t('application.bill')}</p>
          </>
        )}
        <Problem text={action.problem} />
      </div>
    </Card>
  )
}

const says: Partial<Record<NonNullable<ApplicationData['payment']>['state'], 'sent' | 'onWay'>> = {
  sent: 'sent',
  pending: 'onWay',
}
