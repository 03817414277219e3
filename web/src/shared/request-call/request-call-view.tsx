import { callTimes, requestCall } from '@portico/contract/calls/leads'
import { type BestTime, bestTimes } from '@portico/rules/messages/best-times'
import type { Market } from '@portico/rules/shop/lines'
import { checkEmail } from '@portico/rules/validation/email'
import { checkName } from '@portico/rules/validation/name'
import { checkPhone } from '@portico/rules/validation/phone'
import { checkZipCode } from '@portico/rules/validation/zip-code'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { api } from '../../base/api/api.ts'
import { createOnceId } from '../../base/api/once-id.ts'
import { useAction } from '../../base/api/use-action.ts'
import { useLoaded } from '../../base/api/use-loaded.ts'
import { usePage } from '../../base/page-state.tsx'
import { useRoute } from '../../base/router/navigation.ts'
import type { View } from '../../base/router/view.ts'
import { useFormat } from '../../base/texts/format.ts'
import { RichText } from '../../base/texts/rich-text.tsx'
import { useText } from '../../base/texts/text.tsx'
import { FormFrame } from '../../kit/forms/form-frame.tsx'
import { Options } from '../../kit/forms/options.tsx'
import { Problem } from '../../kit/forms/problem.tsx'
import { useForm } from '../../kit/forms/use-form.ts'
import lettering from '../../kit/layout/lettering.module.css'
import { PhoneLink } from '../../kit/phone/phone-link.tsx'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { focusOn } from '../../ui/focus.ts'
import { PhoneField } from '../../ui/phone-field.tsx'
import { Select } from '../../ui/select.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { useShopping } from '../shop-parts/basis.ts'
import styles from './request-call.module.css'

const load = async (signal: AbortSignal) => (await api.call(callTimes, { signal })).days

/** A form where anyone can ask the brand for a call about its plans (SH-8). */
function RequestCall() {
  const t = useText()
  const { value: days, failed, reload } = useLoaded(load)
  const [done, setDone] = useState<{ readonly day: string; readonly time: BestTime } | null>(null)
  return (
    <div className={styles.view}>
      <h1>{t('request-call.title')}</h1>
      <div role="status">{done !== null && <Done {...done} />}</div>
      {done === null && (
        <>
          <p className={styles.about}>{t('request-call.text')}</p>
          {days !== null ? (
            <Card>
              <CallForm days={days} onDone={(day, time) => setDone({ day, time })} />
            </Card>
          ) : failed ? (
            <ErrorState onRetry={reload} />
          ) : (
            <Skeleton shape="block" />
          )}
        </>
      )}
    </div>
  )
}

function Done({ day, time }: { readonly day: string; readonly time: BestTime }) {
  const t = useText()
  const format = useFormat()
  const box = useRef<HTMLDivElement>(null)
  // The confirmation replaces the form, whose button had the focus.
  useEffect(() => {
    box.current?.scrollIntoView({ block: 'nearest' })
    focusOn(box.current)
  }, [])
  return (
    <div ref={box} className={styles.done}>
      <Alert tone="success" title={t('request-call.done.title')}>
        <p>{t('request-call.done.text', { day: format.dateLong(day), time: t(`leads.time.${time}`) })}</p>
        <p>
          <RichText id="request-call.done.sooner" elements={{ phone: () => <PhoneLink /> }} />
        </p>
      </Alert>
    </div>
  )
}

interface CallFormProps {
  readonly days: readonly string[]
  readonly onDone: (day: string, time: BestTime) => void
}

function CallForm(props: CallFormProps) {
  const t = useText()
  const format = useFormat()
  const { form, problem, plan, submit } = useCallForm(props)
  return (
    <FormFrame form={form} className={styles.form} onSubmit={submit}>
      <div className={styles.pair}>
        <TextField
          {...form.field('firstName')}
          label={t('request-call.field.firstName')}
          autoComplete="given-name"
          required
        />
        <TextField
          {...form.field('lastName')}
          label={t('request-call.field.lastName')}
          autoComplete="family-name"
          required
        />
        <PhoneField {...form.field('phone')} label={t('request-call.field.phone')} required />
        <TextField {...form.field('email')} type="email" label={t('request-call.field.email')} autoComplete="email" />
        <TextField
          {...form.field('zipCode')}
          label={t('request-call.field.zipCode')}
          inputMode="numeric"
          autoComplete="postal-code"
          maxLength={5}
          required
        />
        <Select {...form.field('segment')} label={t('request-call.field.segment')}>
          <option value="U65">{t('request-call.segment.U65')}</option>
          <option value="MED">{t('request-call.segment.MED')}</option>
        </Select>
        <Select {...form.field('day')} label={t('request-call.field.day')}>
          <Options of={props.days} text={(day) => format.dateLong(day)} />
        </Select>
        <Select {...form.field('bestTime')} label={t('request-call.field.bestTime')} hint={t('request-call.eastern')}>
          <Options of={bestTimes} text={(time) => t(`request-call.time.${time}`)} />
        </Select>
      </div>
      {plan && <p className={lettering.small}>{t('request-call.plan')}</p>}
      <p className={lettering.small}>{t('request-call.privacy')}</p>
      <Problem text={problem} />
      <div>
        <Button type="submit" busy={form.busy}>
          {t('request-call.submit')}
        </Button>
      </div>
    </FormFrame>
  )
}

/** The form: what the call is about, who asks for it, and how to reach them. */
function useCallForm({ days, onDone }: CallFormProps) {
  const t = useText()
  const { brand, session } = usePage()
  const [toOnceId] = useState(createOnceId)
  // People who come from the shop need not enter their address and the plan again.
  const { params } = useRoute()
  const market: Market = params.market === 'medicare' ? 'medicare' : 'under65'
  const { basis } = useShopping(market)
  const plan = parsePlan(params)
  const action = useAction({ 'TOO-MANY-REQUESTS': 'request-call.too-many' }, 'leads.failed')
  const form = useForm({
    id: 'request-call',
    initial: {
      firstName: session?.firstName ?? '',
      lastName: session?.lastName ?? '',
      phone: '',
      email: '',
      zipCode: basis?.zipCode ?? '',
      segment: market === 'medicare' ? 'MED' : 'U65',
      day: days[0] ?? '',
      bestTime: 'any',
    },
    secret: 'personal',
    label: (name) => t(`request-call.field.${name}`),
    check: (name, values) => checkField(name, values[name].trim()),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    return action.run(async () => {
      const { segment, bestTime, ...values } = form.values
      const time = bestTimes.find((one) => one === bestTime) ?? 'any'
      const asked = {
        ...values,
        brand: brand.code,
        segment: segment === 'MED' ? ('MED' as const) : ('U65' as const),
        bestTime: time,
        ...(plan && { plan }),
      }
      const body = { ...asked, leadId: toOnceId(asked) }
      const answer = await form.submit(event, () => api.call(requestCall, { body }))
      if (answer !== null) onDone(values.day, time)
    })
  }
  return { form, problem: action.problem, plan, submit }
}

function checkField(name: string, value: string) {
  switch (name) {
    case 'firstName':
    case 'lastName':
      return checkName(value)
    case 'phone':
      return checkPhone(value, { required: true })
    case 'email':
      return checkEmail(value, { required: false, longTopLevel: true })
    case 'zipCode':
      return checkZipCode(value)
    default:
      return null
  }
}

/** The plan named in an address. */
function parsePlan({ plan, year }: ReturnType<typeof useRoute>['params']) {
  return plan !== undefined && plan !== '' && /^20\d\d$/.test(year ?? '')
    ? { planId: plan, planYear: Number(year) }
    : null
}

export const view: View = { title: 'request-call.title', Component: RequestCall }
