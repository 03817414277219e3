import { payPremium } from '@portico/contract/calls/premium'
import { amountProblem } from '@portico/rules/premium/payment'
import { useState } from 'react'
import { api } from '../../base/api/api.ts'
import { newId } from '../../base/new-id.ts'
import { useFormat } from '../../base/texts/format.ts'
import { useText } from '../../base/texts/text.tsx'
import { FormDialog } from '../../kit/forms/form-dialog.tsx'
import { useForm } from '../../kit/forms/use-form.ts'
import lettering from '../../kit/layout/lettering.module.css'
import { NumberField } from '../../ui/number-field.tsx'
import { RadioGroup } from '../../ui/radio-group.tsx'
import styles from './balance-card.module.css'
import { methodName } from './method-name.ts'
import { centsTyped, formatDollars } from './typed-amount.ts'
import type { BegunPayment, MethodData, PremiumAccountData } from './types.ts'

interface PayDialogProps {
  readonly account: PremiumAccountData
  /** The saved methods. */
  readonly methods: readonly MethodData[]
  readonly owedCents: number
  /** The day on which it is charged without this payment; null: it is not. */
  readonly takenOn: string | null
  readonly open: boolean
  readonly onClose: () => void
  readonly onBegun: (payment: BegunPayment) => void
}

/** Chosen instead of a saved payment method. */
const another = 'another'

/** The amount to confirm, named on the button; a saved payment method is charged, or the person pays on the gateway's page (MP-19). */
export function PayDialog({ account, methods, owedCents, takenOn, open, onClose, onBegun }: PayDialogProps) {
  const t = useText()
  const { money, dateLong } = useFormat()
  // The payment keeps its id, however often the button is clicked, until another amount is to be paid.
  const [clientPaymentId, setId] = useState(newId)
  const form = useForm({
    id: 'pay-premium',
    secret: 'all',
    initial: { amountCents: formatDollars(owedCents), methodId: methods[0]?.methodId ?? another },
    label: (name) => t(name === 'methodId' ? 'premium.autopay-choose' : 'premium.pay-amount'),
    check: (name, { amountCents }) => {
      if (name === 'methodId') return null
      const cents = centsTyped(amountCents)
      if (cents === null) return { code: 'premium.pay-no-amount' }
      const problem = amountProblem(cents, owedCents)
      return problem === null ? null : { code: `premium.pay-${problem}` }
    },
    serverTexts: {
      codes: {
        'payment.not-known': 'premium.pay-not-known',
        'payment.nothing-owed': 'premium.pay-nothing-owed',
        'payment.too-little': 'premium.pay-too-little',
        'payment.too-much': 'premium.pay-too-much',
      },
    },
  })
  const cents = centsTyped(form.values.amountCents)
  const isSaved = form.values.methodId !== another
  return (
    <FormDialog
      open={open}
      onClose={onClose}
      size="small"
      form={form}
      title={t('premium.pay-title')}
      about={
        <>
          {takenOn !== null && <p className={styles.due}>{t('premium.taken-anyway', { day: dateLong(takenOn) })}</p>}
          <p>{t(isSaved ? 'premium.pay-about-saved' : 'premium.pay-about')}</p>
          {account.sandbox && <p className={styles.sandbox}>{t('premium.pay-sandbox')}</p>}
        </>
      }
      action={cents === null ? t('premium.pay') : t('premium.pay-go', { amount: money(cents) })}
      problems={{
        CONFLICT: 'premium.pay-conflict',
        UNAVAILABLE: 'premium.pay-unavailable',
        'SIMULATION-BLOCKED': 'premium.pay-rep',
      }}
      send={({ amountCents, methodId }) => {
        const body = { billingAccountId: account.accountId, amountCents: centsTyped(amountCents) ?? 0, clientPaymentId }
        return api.call(payPremium, { body: methodId === another ? body : { ...body, methodId } })
      }}
      onDone={(payment) => {
        setId(newId())
        onBegun(payment)
      }}
    >
      <NumberField {...form.field('amountCents')} label={t('premium.pay-amount')} places={2} required />
      <p className={lettering.small}>{t('premium.pay-owed', { amount: money(owedCents) })}</p>
      {methods.length > 0 && (
        <RadioGroup
          {...form.field('methodId')}
          label={t('premium.autopay-choose')}
          options={[
            ...methods.map((one) => ({ value: one.methodId, label: methodName(one, t) })),
            { value: another, label: t('premium.pay-another') },
          ]}
          required
        />
      )}
    </FormDialog>
  )
}
