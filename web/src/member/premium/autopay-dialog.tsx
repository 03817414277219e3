import { setAutopay } from '@portico/contract/calls/autopay'
import { autopayTiming } from '@portico/rules/premium/autopay'
import { paymentLimits } from '@portico/rules/premium/payment'
import { api } from '../../base/api/api.ts'
import { ApiError } from '../../base/api/error.ts'
import { useFormat } from '../../base/texts/format.ts'
import { useText } from '../../base/texts/text.tsx'
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
  /** The usable ones. */
  readonly methods: readonly MethodData[]
  readonly open: boolean
  readonly onClose: () => void
  readonly onDone: () => void
  /** The first payment differs by now from the one that the shown account names. */
  readonly onOutdated: () => void
}

const outdated = 'autopay.first-changed'

/** The terms that the member agrees to: the payment method, the limit, and the first payment (MP-18). */
export function AutopayDialog({ account, methods, open, onClose, onDone, onOutdated }: AutopayDialogProps) {
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
      about={<Terms account={account} most={centsTyped(form.values.maxCents)} />}
      action={t(isOn ? 'premium.autopay-agree-change' : 'premium.autopay-agree')}
      problems={{
        CONFLICT: 'premium.autopay-conflict',
        UNAVAILABLE: 'premium.autopay-unavailable',
        'SIMULATION-BLOCKED': 'premium.autopay-rep',
        [outdated]: 'premium.autopay-outdated',
      }}
      send={({ methodId, maxCents }) =>
        api
          .call(setAutopay, {
            body: {
              billingAccountId: accountId,
              methodId,
              maxCents: centsTyped(maxCents) ?? 0,
              first: toShown(account),
            },
          })
          .catch((error: unknown) => {
            if (error instanceof ApiError && error.code === outdated) onOutdated()
            throw error
          })
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

const unknown = { state: 'unknown', on: null, cents: null } as const

/** The first payment as the terms state it. */
function toShown({ autopayFirst: { on, cents } = unknown }: PremiumAccountData) {
  return on === null || cents === null ? null : { on, cents }
}

/** The terms, with the limit as it is typed; null: it is not an amount yet. */
export function Terms({ account, most }: { readonly account: PremiumAccountData; readonly most: number | null }) {
  const t = useText()
  const first = useFirstWords(account, most)
  return (
    <>
      <p>{t('premium.autopay-terms', { days: autopayTiming.daysBefore })}</p>
      <p className={styles.due} aria-live="polite">
        {first}
      </p>
      {account.sandbox && <p className={styles.sandbox}>{t('premium.pay-sandbox')}</p>}
    </>
  )
}

/** The first payment in words, or why there is none. */
function useFirstWords(account: PremiumAccountData, most: number | null): string {
  const t = useText()
  const { money, dateLong } = useFormat()
  const first = toShown(account)
  const { state } = account.autopayFirst ?? unknown
  if (first === null)
    return state === 'under-way'
      ? t('premium.autopay-under-way')
      : t(noFirst[state === 'none' || state === 'given-up' ? state : 'unknown'], { days: autopayTiming.daysBefore })
  const amount = money(first.cents)
  if (most !== null && most < first.cents) return t('premium.autopay-first-above', { amount })
  return t(state === 'due' ? 'premium.autopay-first-now' : 'premium.autopay-first', { amount, day: dateLong(first.on) })
}

const noFirst = {
  none: 'premium.autopay-first-unknown',
  'given-up': 'premium.autopay-first-too-late',
  unknown: 'premium.autopay-first-later',
} as const
