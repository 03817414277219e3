import { setAutopay } from '@portico/contract/calls/autopay'
import { autopayTiming } from '@portico/rules/premium/autopay'
import { paymentLimits } from '@portico/rules/premium/payment'
import { api } from '../../base/api/api.ts'
import { useFormat } from '../../base/texts/format.ts'
import { useText } from '../../base/texts/text.tsx'
import { useNow } from '../../base/use-now.ts'
import { FormDialog } from '../../kit/forms/form-dialog.tsx'
import { useForm } from '../../kit/forms/use-form.ts'
import { ErrorSummary } from '../../ui/error-summary.tsx'
import { NumberField } from '../../ui/number-field.tsx'
import { RadioGroup } from '../../ui/radio-group.tsx'
import styles from './balance-card.module.css'
import { methodName } from './method-name.ts'
import { suggestLimit } from './suggested-limit.ts'
import { centsTyped, formatDollars } from './typed-amount.ts'
import type { MethodData, PremiumAccountData } from './types.ts'

interface AutopayDialogProps {
  readonly account: PremiumAccountData
  /** The ones that can be used. */
  readonly methods: readonly MethodData[]
  readonly open: boolean
  readonly onClose: () => void
  readonly onDone: () => void
}

/** What the member agrees to: the payment method, the limit, and the first date (MP-18). */
export function AutopayDialog({ account, methods, open, onClose, onDone }: AutopayDialogProps) {
  const t = useText()
  const { autopay, accountId } = account
  const isOn = autopay !== null && autopay.state !== 'paused'
  const chosen = methods.find(({ methodId }) => methodId === autopay?.methodId) ?? methods[0]
  const form = useForm({
    id: 'autopay',
    secret: 'all',
    initial: {
      methodId: chosen?.methodId ?? '',
      maxCents: formatDollars(autopay?.maxCents ?? suggestLimit(account)),
    },
    label: (name) => t(name === 'methodId' ? 'premium.autopay-choose' : 'premium.autopay-most'),
    check: (name, { maxCents }) => {
      if (name === 'methodId') return null
      const cents = centsTyped(maxCents)
      if (cents === null) return { code: 'premium.pay-no-amount' }
      if (cents < paymentLimits.minCents) return { code: 'premium.pay-too-little' }
      return cents > paymentLimits.maxCents ? { code: 'premium.autopay-too-much' } : null
    },
    serverTexts: {
      codes: { 'autopay.too-little': 'premium.pay-too-little', 'autopay.too-much': 'premium.autopay-too-much' },
    },
  })
  return (
    <FormDialog
      open={open}
      onClose={onClose}
      size="small"
      form={form}
      title={t(isOn ? 'premium.autopay-change' : 'premium.autopay-turn-on')}
      about={<Terms account={account} />}
      action={t(isOn ? 'premium.autopay-agree-change' : 'premium.autopay-agree')}
      problems={{
        CONFLICT: 'premium.autopay-conflict',
        UNAVAILABLE: 'premium.autopay-unavailable',
        'SIMULATION-BLOCKED': 'premium.autopay-rep',
      }}
      send={({ methodId, maxCents }) =>
        api.call(setAutopay, { body: { billingAccountId: accountId, methodId, maxCents: centsTyped(maxCents) ?? 0 } })
      }
      onDone={onDone}
    >
      <ErrorSummary {...form.summary} />
      <RadioGroup
        {...form.field('methodId')}
        label={t('premium.autopay-choose')}
        options={methods.map((one) => ({ value: one.methodId, label: methodName(one, t) }))}
        required
      />
      <NumberField
        {...form.field('maxCents')}
        label={t('premium.autopay-most')}
        hint={t('premium.autopay-most-hint')}
        places={2}
        required
      />
    </FormDialog>
  )
}

const dayMs = 86_400_000

function Terms({ account: { dueOn, balanceCents, sandbox } }: { readonly account: PremiumAccountData }) {
  const t = useText()
  const { money, dateLong } = useFormat()
  const { moment } = useNow()
  const days = autopayTiming.daysBefore
  const first = dueOn === null ? null : new Date(Date.parse(dueOn) - days * dayMs).toISOString().slice(0, 10)
  return (
    <>
      <p>{t('premium.autopay-terms', { days })}</p>
      <p className={styles.due}>
        {first === null || balanceCents === null
          ? t(
              balanceCents !== null && balanceCents <= 0
                ? 'premium.autopay-first-unknown'
                : 'premium.autopay-first-later',
              {
                days,
              },
            )
          : first <= moment.slice(0, 10)
            ? t('premium.autopay-first-now', { amount: money(balanceCents) })
            : t('premium.autopay-first', { amount: money(balanceCents), day: dateLong(first) })}
      </p>
      {sandbox && <p className={styles.sandbox}>{t('premium.pay-sandbox')}</p>}
    </>
  )
}
