import { startEnrollment } from '@portico/contract/calls/shop'
import { consents } from '@portico/rules/shop/application'
import type { Market } from '@portico/rules/shop/lines'
import { isAlwaysOpen, lifeEvents } from '@portico/rules/shop/windows'
import { parseDate, toYyyymmdd } from '@portico/rules/validation/date'
import { type FormEvent, useState } from 'react'
import { api } from '../../base/api/api.ts'
import { newId } from '../../base/new-id.ts'
import { usePage } from '../../base/page-state.tsx'
import { links } from '../../base/router/links.ts'
import { useNavigate, useRoute } from '../../base/router/navigation.ts'
import type { View, ViewProps } from '../../base/router/view.ts'
import { keepTicket, readTicket } from '../../base/storage/ticket.ts'
import { useText } from '../../base/texts/text.tsx'
import { FormFrame } from '../../kit/forms/form-frame.tsx'
import { Options } from '../../kit/forms/options.tsx'
import { FailedCard } from '../../kit/layout/failed-card.tsx'
import { Page } from '../../kit/layout/page.tsx'
import type { Basis } from '../../shared/shop-parts/basis.ts'
import { AddressField } from '../../ui/address-field.tsx'
import { Alert } from '../../ui/alert.tsx'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { DateField } from '../../ui/date-field.tsx'
import { EmailField } from '../../ui/email-field.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorSummary } from '../../ui/error-summary.tsx'
import { PhoneField } from '../../ui/phone-field.tsx'
import { Select } from '../../ui/select.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { useAmounts } from './amounts.ts'
import { type ApplyForm, useApplyForm } from './apply-form.ts'
import { type ApplyProblem, isClosed, toApplyProblem } from './apply-problem.ts'
import { Disclaimer } from './disclaimer.tsx'
import { PersonFields } from './person-fields.tsx'
import styles from './shop.module.css'
import { type Quote, type QuotedPlan, toMarket } from './types.ts'
import { useQuote } from './use-quote.ts'

/** An application for a plan (SH-9): people, contact data, consent and signature. */
function Apply({ variant }: ViewProps) {
  const t = useText()
  const market = toMarket(variant)
  const { named, params } = useRoute()
  const { planId = '' } = named
  const year = /^20\d\d$/.test(params.year ?? '') ? Number(params.year) : null
  const { value: quote, basis, failed, loading, reload } = useQuote(market, year)
  const plan = quote?.plans.find((one) => one.planId === planId)
  return (
    <Page title={t('apply.title')} className={styles.view}>
      {failed ? (
        <FailedCard onRetry={reload} />
      ) : loading ? (
        <Skeleton shape="block" />
      ) : quote === null || basis === null || plan === undefined || plan.premiumCents === null ? (
        <EmptyState
          title={t('apply.no-plan')}
          text={t('apply.no-plan.text')}
          action={<ButtonLink to={links.shop(market)}>{t('shop.back')}</ButtonLink>}
        />
      ) : market === 'medicare' && basis.people.length > 1 ? (
        <EmptyState
          title={t('apply.one')}
          text={t('apply.one.text')}
          action={<ButtonLink to={links.shop(market)}>{t('shop.back')}</ButtonLink>}
        />
      ) : (
        <Application market={market} quote={quote} plan={plan} basis={basis} cents={plan.premiumCents} />
      )}
      <Disclaimer market={market} />
    </Page>
  )
}

interface ApplicationProps {
  readonly market: Market
  readonly quote: Quote
  readonly plan: QuotedPlan
  readonly basis: Basis
  readonly cents: number
}

function Application({ market, quote, plan, basis, cents }: ApplicationProps) {
  const t = useText()
  const { money } = useAmounts()
  const { brand, now } = usePage()
  const navigate = useNavigate()
  const planYear = quote.planYear ?? quote.window.planYear
  const isOpen = quote.window.open && quote.window.planYear === planYear
  const needsEvent = !isOpen && !isAlwaysOpen(plan.line) && market === 'under65'
  const form = useApplyForm(market, basis.people, needsEvent)
  const [enrollmentId] = useState(newId)
  const [problem, setProblem] = useState<ApplyProblem | null>(null)
  const { values } = form

  const submit = async (event: FormEvent) => {
    setProblem(null)
    try {
      const send = () =>
        api.call(startEnrollment, {
          body: {
            enrollmentId,
            brand: brand.code,
            planId: plan.planId,
            planYear,
            agreedCents: cents,
            zipCode: basis.zipCode,
            county: basis.county,
            people: basis.people.map((_, at) => ({
              firstName: values[`firstName-${at}`] ?? '',
              lastName: values[`lastName-${at}`] ?? '',
              dateOfBirth: values[`dateOfBirth-${at}`] ?? '',
              relation: values[`relation-${at}`] ?? '',
              tobacco: values[`tobacco-${at}`] ?? '',
            })),
            email: values.email,
            phone: values.phone,
            address: values.address,
            city: values.city,
            medicareNumber: values.medicareNumber,
            signature: values.signature,
            event: needsEvent ? toEvent(form, now) : null,
            proposalTicket: readTicket('proposal') ?? '',
            ...{
              truth: values.truth === 'true',
              terms: values.terms === 'true',
              electronic: values.electronic === 'true',
            },
          },
        })
      const started = await form.submit(event, () =>
        send().catch((error: unknown) => {
          // A closed enrollment must not be shown as a field's error, as the form would do.
          if (!isClosed(error)) throw error
          setProblem('closed')
          return null
        }),
      )
      if (started === null) return
      keepTicket('application', started.ticket)
      navigate(links.shopApplication(market), { replace: true })
    } catch (error) {
      setProblem(toApplyProblem(error))
    }
  }

  return (
    <FormFrame form={form} className={styles.stack} onSubmit={submit}>
      <p className={styles.about}>{t('apply.about', { plan: plan.name, year: planYear, premium: money(cents) })}</p>
      <ErrorSummary {...form.summary} />
      {market === 'under65' && plan.line === 'medical' && (
        <Alert tone="info" title={t('apply.credit')}>
          <p>{t('apply.credit.text')}</p>
        </Alert>
      )}
      {needsEvent && (
        <Card title={t('apply.why')}>
          <div className={styles.filters}>
            <Select {...form.field('event')} label={t('apply.event')} required>
              <option value="">{t('shop.pick')}</option>
              <Options of={lifeEvents} text={(one) => t(`shop.event.${one}`)} />
            </Select>
            <DateField {...form.field('eventDay')} label={t('apply.eventDay')} required />
          </div>
        </Card>
      )}
      <Card title={t('apply.who')}>
        <div className={styles.stack}>
          {basis.people.map((_, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: people have no key but their position
            <PersonFields key={at} form={form} at={at} />
          ))}
        </div>
      </Card>
      <Card title={t('apply.reach')}>
        <div className={styles.filters}>
          <EmailField {...form.field('email')} label={t('apply.email')} required />
          <PhoneField {...form.field('phone')} label={t('apply.phone')} required />
          <AddressField {...form.field('address')} label={t('apply.address')} required />
          <TextField {...form.field('city')} label={t('apply.city')} autoComplete="address-level2" required />
          {market === 'medicare' && (
            <TextField
              {...form.field('medicareNumber')}
              label={t('apply.medicareNumber')}
              hint={t('apply.medicareNumber.hint')}
              autoComplete="off"
              maxLength={15}
              required
            />
          )}
        </div>
      </Card>
      <Consent form={form} />
      {problem !== null && (
        <Alert tone="danger" role="alert" title={t(`apply.problem.${problem}`)}>
          <p>{t(`apply.problem.${problem}.text`)}</p>
        </Alert>
      )}
      <div className={styles.row}>
        <Button type="submit" busy={form.busy}>
          {t('apply.send')}
        </Button>
        <ButtonLink variant="quiet" to={links.shopPlan(market, plan.planId, planYear)}>
          {t('apply.back')}
        </ButtonLink>
      </div>
    </FormFrame>
  )
}

function Consent({ form }: { readonly form: ApplyForm }) {
  const t = useText()
  return (
    <Card title={t('apply.sign')}>
      <div className={styles.form}>
        <div>
          {consents.map((name) => {
            const { id, value, error, onValue } = form.field(name)
            return (
              <div key={name} className={styles.tight}>
                <Checkbox
                  id={id}
                  checked={value === 'true'}
                  label={t(`apply.consent.${name}`)}
                  aria-invalid={error !== undefined}
                  aria-describedby={error === undefined ? undefined : `${id}-wrong`}
                  onValue={(checked) => onValue(checked ? 'true' : '')}
                />
                {error !== undefined && (
                  <p id={`${id}-wrong`} className={styles.wrong}>
                    {error}
                  </p>
                )}
              </div>
            )
          })}
        </div>
        <TextField
          {...form.field('signature')}
          label={t('apply.signature')}
          hint={t('apply.signature.hint')}
          autoComplete="off"
          required
        />
      </div>
    </Card>
  )
}

/** The event that opens enrollment and its day, in the server's format. */
function toEvent({ values }: ApplyForm, now: string) {
  const today = { year: Number(now.slice(0, 4)), month: Number(now.slice(5, 7)), day: Number(now.slice(8, 10)) }
  const kind = lifeEvents.find((one) => one === values.event)
  const date = parseDate(values.eventDay, today)
  if (kind === undefined || date === null) return null
  return { kind, day: toYyyymmdd(date).replace(/^(\d{4})(\d{2})(\d{2})$/, '$1-$2-$3') }
}

export const view: View = { title: 'apply.title', Component: Apply }
