import { consents } from '@portico/rules/shop/application'
import type { Market } from '@portico/rules/shop/lines'
import { findAdultAge } from '@portico/rules/shop/majority'
import { lifeEvents } from '@portico/rules/shop/windows'
import { useRef, useState } from 'react'
import { links } from '../../base/router/links.ts'
import { useRoute } from '../../base/router/navigation.ts'
import { shopLinks } from '../../base/router/shop-links.ts'
import type { View, ViewProps } from '../../base/router/view.ts'
import { readTicket } from '../../base/storage/ticket.ts'
import { useFormat } from '../../base/texts/format.ts'
import { useText } from '../../base/texts/text.tsx'
import { FormFrame } from '../../kit/forms/form-frame.tsx'
import { Options } from '../../kit/forms/options.tsx'
import { FailedCard } from '../../kit/layout/failed-card.tsx'
import { Page } from '../../kit/layout/page.tsx'
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
import { AppliedNotice } from './applied-notice.tsx'
import type { ApplyForm } from './apply-form.ts'
import { ApplyPeople } from './apply-people.tsx'
import type { ApplyProblem } from './apply-problem.ts'
import { putAdultFirst } from './begin-application.ts'
import { Disclaimer } from './disclaimer.tsx'
import { GuardianFields } from './guardian-fields.tsx'
import { KeptNote } from './kept-note.tsx'
import { PriceNotice } from './price-notice.tsx'
import styles from './shop.module.css'
import { type Quote, type QuotedPlan, toMarket } from './types.ts'
import { type Application, type ApplicationProps, useApplication, useSendApplication } from './use-application.ts'
import { useApplyDraft } from './use-apply-draft.ts'
import { useQuote } from './use-quote.ts'

/** An application for a plan (SH-9): people, contact information, consent and signature. */
function Apply({ variant }: ViewProps) {
  const t = useText()
  const market = toMarket(variant)
  const { named, params } = useRoute()
  const { planId = '' } = named
  const year = /^20\d\d$/.test(params.year ?? '') ? Number(params.year) : null
  const { value: quote, basis, failed, loading, reload } = useQuote(market, year)
  const plan = quote?.plans.find((one) => one.planId === planId)
  const before = useApplyDraft(planId, year)
  return (
    <Page title={t('apply.title')} className={styles.view}>
      {failed ? (
        <FailedCard onRetry={reload} />
      ) : loading || before === null ? (
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
        <ApplicationForm
          key={`${planId} ${year}`}
          market={market}
          quote={quote}
          plan={plan}
          basis={putAdultFirst(basis, findAdultAge(quote.county?.state ?? null))}
          before={before.draft}
          known={before.known}
        />
      )}
      <Disclaimer market={market} />
    </Page>
  )
}

function ApplicationForm(props: ApplicationProps) {
  // Keeps the initial props: when the application is left, people added or removed here change the shop's household.
  const [begun] = useState(props)
  const { market, quote, plan, basis } = begun
  const t = useText()
  const application = useApplication(begun)
  const { form, planYear, needsEvent, applied, ages, price, reprice, keeping } = application
  const notice = useRef<HTMLDivElement>(null)
  const { problem, submit } = useSendApplication(begun, application, notice)
  return (
    <FormFrame form={form} className={styles.stack} onSubmit={submit}>
      <About plan={plan} application={application} />
      <ErrorSummary {...form.summary} />
      <div role="status">{applied && <AppliedNotice market={market} applied={applied} />}</div>
      {market === 'under65' && plan.line === 'medical' && <CreditNotice exchange={quote.exchange} />}
      {needsEvent && <EventFields form={form} />}
      <ApplyPeople form={form} market={market} ages={ages} />
      {/* Beside the people that it is about, and rendered from the start, so that it is announced. */}
      <div ref={notice} role="status">
        <PriceNotice market={market} before={plan.premiumCents} price={price} people={form.people} onRetry={reprice} />
      </div>
      {form.applicant === null && <GuardianFields form={form} />}
      <ReachFields form={form} market={market} county={quote.county} zip={basis.zipCode} />
      <Consent form={form} />
      {problem !== null && <ProblemNotice problem={problem} market={market} />}
      <KeptNote market={market} kept={keeping.kept} failed={keeping.failed} />
      <div className={styles.row}>
        <Button type="submit" busy={form.busy || price.kind === 'asking'}>
          {t('apply.send')}
        </Button>
        <ButtonLink variant="quiet" to={shopLinks.plan(market, plan.planId, planYear)}>
          {t('apply.back')}
        </ButtonLink>
      </div>
    </FormFrame>
  )
}

interface AboutProps {
  readonly plan: QuotedPlan
  readonly application: Application
}

/** The plan, its price and the first day of coverage, as far as they are known. */
function About({ plan, application: { planYear, price, starts } }: AboutProps) {
  const t = useText()
  const { money } = useAmounts()
  const { dateLong } = useFormat()
  return (
    <p className={styles.about}>
      {price.kind === 'priced'
        ? t('apply.about', { plan: plan.name, year: planYear, premium: money(price.cents) })
        : t('apply.about.plan', { plan: plan.name, year: planYear })}
      {starts !== null && ` ${t('apply.starts', { starts: dateLong(starts) })}`}
    </p>
  )
}

function CreditNotice({ exchange }: Pick<Quote, 'exchange'>) {
  const t = useText()
  return (
    <Alert tone="info" title={t('apply.credit')}>
      <p>{t('apply.credit.text')}</p>
      {exchange !== null && (
        <p>
          <a href={exchange.address} rel="noreferrer">
            {exchange.name}
          </a>
        </p>
      )}
    </Alert>
  )
}

/** The event that lets someone enroll outside the yearly window. */
function EventFields({ form }: { readonly form: ApplyForm }) {
  const t = useText()
  return (
    <Card title={t('apply.why')}>
      <div className={styles.filters}>
        <Select {...form.field('event')} label={t('apply.event')} required>
          <option value="">{t('shop.pick')}</option>
          <Options of={lifeEvents} text={(one) => t(`shop.event.${one}`)} />
        </Select>
        <DateField {...form.field('eventDay')} label={t('apply.eventDay')} required />
      </div>
    </Card>
  )
}

interface ReachFieldsProps {
  readonly form: ApplyForm
  readonly market: Market
  /** The county of the prices, where the people therefore have to live. */
  readonly county: Quote['county']
  readonly zip: string
}

function ReachFields({ form, market, county, zip }: ReachFieldsProps) {
  const t = useText()
  return (
    <Card title={t('apply.reach')}>
      <div className={styles.filters}>
        <EmailField {...form.field('email')} label={t('apply.email')} required />
        <PhoneField {...form.field('phone')} label={t('apply.phone')} required />
        <AddressField {...form.field('address')} label={t('apply.address')} required />
        <TextField
          {...form.field('city')}
          label={t('apply.city')}
          hint={county === null ? zip : t('apply.place', { county: county.name, state: county.state, zip })}
          autoComplete="address-level2"
          required
        />
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
  )
}

function ProblemNotice({ problem, market }: { readonly problem: ApplyProblem; readonly market: Market }) {
  const t = useText()
  return (
    <Alert tone="danger" role="alert" title={t(`apply.problem.${problem}`)}>
      <p>{t(`apply.problem.${problem}.text`)}</p>
      {problem === 'before' && readTicket('application') !== null && (
        <ButtonLink variant="secondary" to={links.shop(market, 'application')}>
          {t('apply.problem.before.open')}
        </ButtonLink>
      )}
    </Alert>
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

export const view: View = { title: 'apply.title', Component: Apply }
