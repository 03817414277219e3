import { claimPayable } from '@portico/contract/calls/spending'
import { api } from '../../base/api/api.ts'
import { useLoaded } from '../../base/api/use-loaded.ts'
import { useFormat } from '../../base/texts/format.ts'
import { useText } from '../../base/texts/text.tsx'
import lettering from '../../kit/layout/lettering.module.css'
import { Card } from '../../ui/card.tsx'
import { PayFromList } from './pay-from-list.tsx'

interface PayFromProps {
  readonly claimId: string
  /** The share was already paid at pickup: an account can only pay it back. */
  readonly atCounter: boolean
}

/** The accounts that may pay the member's share of a claim, or pay it back (MP-10); nothing if there is none. */
export function PayFrom({ claimId, atCounter }: PayFromProps) {
  const t = useText()
  const { money } = useFormat()
  const { value } = useLoaded((signal) => api.call(claimPayable, { params: { claimId }, signal }), { key: claimId })
  if (value === null || value.accounts.length === 0) return null
  return (
    <Card title={t(atCounter ? 'spending.back-title' : 'spending.pay-title')}>
      {value.paidCents > 0 && (
        <p className={lettering.small}>{t('spending.pay-paid', { amount: money(value.paidCents) })}</p>
      )}
      <PayFromList accounts={value.accounts} />
      <p className={lettering.small}>{t(atCounter ? 'spending.back-text' : 'spending.payable-text')}</p>
    </Card>
  )
}
