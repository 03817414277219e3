import { endAutopay } from '@portico/contract/calls/autopay'
import { useState } from 'react'
import { api } from '../../base/api/api.ts'
import { usePage } from '../../base/page-state.tsx'
import type { MessageId } from '../../base/texts/catalogues.ts'
import { useFormat } from '../../base/texts/format.ts'
import { useText } from '../../base/texts/text.tsx'
import { ConfirmDialog } from '../../kit/forms/confirm-dialog.tsx'
import lettering from '../../kit/layout/lettering.module.css'
import { Alert } from '../../ui/alert.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { AutopayDialog } from './autopay-dialog.tsx'
import styles from './balance-card.module.css'
import { methodName } from './method-name.ts'
import type { MethodData, PremiumAccountData } from './types.ts'

interface AutopayCardProps {
  readonly account: PremiumAccountData
  readonly methods: readonly MethodData[]
  /** Something has changed. The argument says what was done, if it is to be announced. */
  readonly onChange: (done: MessageId | null) => void
}

/** Automatic payment for an account: how, when the next one is, and what went wrong (MP-18). */
export function AutopayCard({ account, methods, onChange }: AutopayCardProps) {
  const t = useText()
  const [open, setOpen] = useState(false)
  const { session } = usePage()
  const { autopay, autoPay, takesPayments } = account
  if (autoPay === true || (!takesPayments && autopay === null)) return null
  const saved = methods.filter((one) => one.state === 'saved')
  const state = autopay === null ? 'off' : autopay.state === 'paused' ? 'paused' : 'on'
  const finishChange = () => {
    setOpen(false)
    onChange(state === 'on' ? 'premium.autopay-changed' : 'premium.autopay-turned-on')
  }
  return (
    <Card
      title={t('premium.autopay-title')}
      action={
        <Badge tone={state === 'paused' ? 'warning' : state === 'off' ? 'neutral' : 'success'}>
          {t(`premium.autopay-${state}`)}
        </Badge>
      }
    >
      {autopay === null ? <p>{t('premium.autopay-about')}</p> : <Standing autopay={autopay} methods={methods} />}
      {autopay === null && saved.length === 0 && <p className={lettering.small}>{t('premium.autopay-needs-method')}</p>}
      {session?.simulation ? (
        <p className={lettering.small}>{t('premium.autopay-rep')}</p>
      ) : saved.length === 0 && autopay === null ? null : (
        <div className={styles.ways}>
          {saved.length > 0 && (
            <Button
              variant="secondary"
              aria-label={t(state === 'on' ? 'premium.autopay-change' : 'premium.autopay-turn-on')}
              onClick={() => setOpen(true)}
            >
              {t(state === 'on' ? 'premium.autopay-change-it' : 'premium.autopay-turn-on')}
            </Button>
          )}
          {autopay !== null && (
            <TurnOff accountId={account.accountId} onDone={() => onChange('premium.autopay-turned-off')} />
          )}
        </div>
      )}
      {saved.length > 0 && (
        <AutopayDialog
          account={account}
          methods={saved}
          open={open}
          onClose={() => setOpen(false)}
          onDone={finishChange}
          onOutdated={() => onChange(null)}
        />
      )}
    </Card>
  )
}

interface StandingProps {
  readonly autopay: NonNullable<PremiumAccountData['autopay']>
  readonly methods: readonly MethodData[]
}

function Standing({ autopay, methods }: StandingProps) {
  const t = useText()
  const { money, dateLong } = useFormat()
  const { state, nextOn, nextCents, maxCents, failedOn, takenBackOn, methodId } = autopay
  const method = methods.find((one) => one.methodId === methodId)
  const limit = money(maxCents)
  const failed = failedOn === null || state === 'none' || state === 'paused' ? null : dateLong(failedOn)
  const next =
    nextOn === null || nextCents === null
      ? null
      : t(state === 'due' ? 'premium.autopay-due' : 'premium.autopay-next', {
          amount: money(nextCents),
          day: dateLong(nextOn),
        })
  return (
    <div className={styles.standing}>
      {method !== undefined && state !== 'paused' && (
        <p className={styles.due}>{t('premium.autopay-by', { method: methodName(method, t) })}</p>
      )}
      {state === 'none' && <p>{t('premium.autopay-nothing-due')}</p>}
      {state === 'under-way' && <p>{t('premium.autopay-under-way')}</p>}
      {failed === null && next !== null && <p>{next}</p>}
      <p className={lettering.small}>{t('premium.autopay-limit', { limit })}</p>
      {takenBackOn !== null && (
        <Alert tone="danger" title={t('premium.autopay-paused-title')} className={styles.notice}>
          <p>{t('premium.autopay-paused-why', { day: dateLong(takenBackOn) })}</p>
        </Alert>
      )}
      {state === 'unknown' && (
        <Alert tone="warning" title={t('premium.autopay-unknown-title')} className={styles.notice}>
          <p>{t('premium.autopay-unknown')}</p>
        </Alert>
      )}
      {state === 'over-limit' && (
        <Alert tone="warning" title={t('premium.autopay-over-title')} className={styles.notice}>
          <p>{t('premium.autopay-over', { limit })}</p>
        </Alert>
      )}
      {failed !== null && state !== 'over-limit' && (
        <Alert tone="danger" title={t('premium.autopay-failed-title', { day: failed })} className={styles.notice}>
          {next !== null && <p>{next}</p>}
          <p>{t(state === 'given-up' ? 'premium.autopay-given-up' : 'premium.autopay-failed')}</p>
        </Alert>
      )}
      {failed === null && state === 'given-up' && (
        <Alert tone="danger" title={t('premium.autopay-late-title')} className={styles.notice}>
          <p>{t('premium.autopay-given-up')}</p>
        </Alert>
      )}
    </div>
  )
}

/** Asks before turning it off: an unpaid bill can end the coverage. */
function TurnOff({ accountId, onDone }: { readonly accountId: string; readonly onDone: () => void }) {
  const t = useText()
  const [open, setOpen] = useState(false)
  const end = async () => {
    await api.call(endAutopay, { params: { billingAccountId: accountId } })
    onDone()
  }
  return (
    <>
      <Button variant="quiet" onClick={() => setOpen(true)}>
        {t('premium.autopay-turn-off')}
      </Button>
      <ConfirmDialog
        open={open}
        title={t('premium.autopay-end-title')}
        text={t('premium.autopay-end')}
        action={t('premium.autopay-turn-off')}
        onClose={() => setOpen(false)}
        onConfirm={end}
      />
    </>
  )
}
