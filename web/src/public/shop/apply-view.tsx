import { startEnrollment } from '@portico/contract/calls/shop'
import { consentFields, consents } from '@portico/rules/shop/application'
import type { Market } from '@portico/rules/shop/lines'
import { findAdultAge } from '@portico/rules/shop/majority'
import { findCoverageStart, isAlwaysOpen, lifeEvents } from '@portico/rules/shop/windows'
import { parseDate, toYyyymmdd } from '@portico/rules/validation/date'
import { type FormEvent, useEffect, useEffectEvent, useRef, useState } from 'react'
import { api } from '../../base/api/api.ts'
import { newId } from '../../base/new-id.ts'
import { usePage } from '../../base/page-state.tsx'
import { links } from '../../base/router/links.ts'
import { useNavigate, useRoute } from '../../base/router/navigation.ts'
import { shopLinks } from '../../base/router/shop-links.ts'
import type { View, ViewProps } from '../../base/router/view.ts'
import { keepTicket, readTicket } from '../../base/storage/ticket.ts'
import { useFormat } from '../../base/texts/format.ts'
import { useText } from '../../base/texts/text.tsx'
import { findEasternDay } from '../../kit/forms/eastern-day.ts'
import { FormFrame } from '../../kit/forms/form-frame.tsx'
import { Options } from '../../kit/forms/options.tsx'
import { FailedCard } from '../../kit/layout/failed-card.tsx'
import { Page } from '../../kit/layout/page.tsx'
import { type Basis, changeShopping } from '../../shared/shop-parts/basis.ts'
import { AddressField } from '../../ui/address-field.tsx'
import { Alert } from '../../ui/alert.tsx'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { DateField } from '../../ui/date-field.tsx'
import { EmailField } from '../../ui/email-field.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorSummary } from '../../ui/error-summary.tsx'
import { focusOn } from '../../ui/focus.ts'
import { PhoneField } from '../../ui/phone-field.tsx'
import { Select } from '../../ui/select.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { useAmounts } from './amounts.ts'
import { AppliedNotice } from './applied-notice.tsx'
import { type ApplyForm, type EventValues, useApplyForm } from './apply-form.ts'
import { ApplyPeople } from './apply-people.tsx'
import { type ApplyProblem, isClosed, toApplyProblem } from './apply-problem.ts'
import { Disclaimer } from './disclaimer.tsx'
import { GuardianFields } from './guardian-fields.tsx'
import { KeptNote } from './kept-note.tsx'
import { arrangeValues, newPerson, type Person, type Typed, takeKept } from './kept-people.ts'
import { PriceNotice } from './price-notice.tsx'
import styles from './shop.module.css'
import { toEnrollment } from './to-enrollment.ts'
import { type Quote, type QuotedPlan, toMarket } from './types.ts'
import { useApplied } from './use-applied.ts'
import { type ApplyDraft, useApplyDraft, useKeepDraft } from './use-apply-draft.ts'
import { useQuote } from './use-quote.ts'
import { findPersonAge, useRepriced } from './use-repriced.ts'

/** An application for a plan (SH-9): people, contact data, consent and signature. */
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
        <Application
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

interface ApplicationProps {
  readonly market: Market
  readonly quote: Quote
  readonly plan: QuotedPlan
  readonly basis: Basis
  /** What was typed before, for this plan or another one. */
  readonly before: ApplyDraft | null
  /** What the account knows of the person, where nothing was typed. */
  readonly known: Readonly<Record<string, string>>
}

function Application(props: ApplicationProps) {
  // What it was begun with stays: people who come and go here change the shop's household when it is left.
  const [{ market, quote, plan, basis, before, known }] = useState(props)
  const t = useText()
  const { money } = useAmounts()
  const { dateLong } = useFormat()
  const { brand, now } = usePage()
  const navigate = useNavigate()
  const planYear = quote.planYear ?? quote.window.planYear
  const state = quote.county?.state ?? null
  const isOpen = quote.window.open && quote.window.planYear === planYear
  const needsEvent = !isOpen && !isAlwaysOpen(plan.line) && market === 'under65'
  const isSame = before?.planId === plan.planId && before.planYear === planYear
  const today = findEasternDay(now)
  const findEvent = (typed: EventValues) => (needsEvent ? toEvent(typed, today) : null)
  const findStarts = (typed: EventValues) =>
    findCoverageStart(plan.line, quote.window, { planYear, event: findEvent(typed) }, today)
  const [begin] = useState(() => {
    if (before === null) return { values: beginWith(known, basis, state), household: basis.people }
    const { event = '', eventDay = '' } = before.values
    const starts = findStarts({ event, eventDay })
    const findAge = (person: Person) => findPersonAge(person, starts, now)
    const kept = takeKept({ values: before.values, household: before.basis.people }, basis.people, findAge)
    return { ...kept, values: pickKept(kept.values, isSame) }
  })
  const form = useApplyForm({ market, state, needsEvent, findStarts, begin: begin.values })
  const [enrollmentId] = useState(() => (isSame ? before.enrollmentId : newId()))
  const [problem, setProblem] = useState<ApplyProblem | null>(null)
  const notice = useRef<HTMLDivElement>(null)
  const applied = useApplied().find(
    (one) =>
      one.planYear === planYear &&
      findLine(quote.plans, one.planId) === plan.line &&
      // What is corrected here is what they applied for.
      !(isSame && one.planId === plan.planId && one.state === 'pending'),
  )
  const { values, people } = form
  const event = findEvent(values)
  const starts = findStarts(values)
  const { ages, known: priced, price, reprice } = useRepriced({ market, basis, plan, planYear, starts, people })
  useShopAfter(market, basis, priced)
  const draft = {
    enrollmentId,
    planId: plan.planId,
    planYear,
    basis: { ...basis, people: [...begin.household], market },
    values,
  }
  const { kept, failed: notKept, save, stop } = useKeepDraft(draft, isSame)

  const submit = async (sent: FormEvent) => {
    setProblem(null)
    try {
      const send = async () => {
        if (price.kind !== 'priced') {
          focusOn(notice.current)
          notice.current?.scrollIntoView({ block: 'center' })
          return null
        }
        const { cents } = price
        // What is sent is what is corrected later.
        await save()
        const body = toEnrollment({ enrollmentId, brand: brand.code, plan, planYear, cents, basis, form, event })
        return api.call(startEnrollment, { body })
      }
      const started = await form.submit(sent, () =>
        send().catch((error: unknown) => {
          // A closed enrollment must not be shown as a field's error, as the form would do.
          if (!isClosed(error)) throw error
          setProblem('closed')
          return null
        }),
      )
      if (started === null) return
      stop()
      keepTicket('application', started.ticket)
      navigate(links.shop(market, 'application'), { replace: true })
    } catch (error) {
      const found = toApplyProblem(error)
      setProblem(found)
      if (found === 'changed') reprice()
    }
  }

  return (
    <FormFrame form={form} className={styles.stack} onSubmit={submit}>
      <p className={styles.about}>
        {price.kind === 'priced'
          ? t('apply.about', { plan: plan.name, year: planYear, premium: money(price.cents) })
          : t('apply.about.plan', { plan: plan.name, year: planYear })}
        {starts !== null && ` ${t('apply.starts', { starts: dateLong(starts) })}`}
      </p>
      <ErrorSummary {...form.summary} />
      <div role="status">{applied && <AppliedNotice market={market} applied={applied} />}</div>
      {market === 'under65' && plan.line === 'medical' && <CreditNotice exchange={quote.exchange} />}
      {needsEvent && <EventFields form={form} />}
      <ApplyPeople form={form} market={market} ages={ages} />
      {/* Beside those whom it is about, and there from the start, so that it is announced. */}
      <div ref={notice} role="status">
        <PriceNotice market={market} before={plan.premiumCents} price={price} people={people} onRetry={reprice} />
      </div>
      {form.applicant === null && <GuardianFields form={form} />}
      <ReachFields form={form} market={market} county={quote.county} zip={basis.zipCode} />
      <Consent form={form} />
      {problem !== null && <ProblemNotice problem={problem} market={market} />}
      <KeptNote market={market} kept={kept} failed={notKept} />
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

/** Once the application is left, the shop shows its prices for those who are on it by then: a plan has one price everywhere. */
function useShopAfter(market: Market, basis: Basis, known: Basis['people']): void {
  const leave = useEffectEvent(() => {
    if (known.length > 0) changeShopping(market, { basis: { ...basis, people: known } })
  })
  useEffect(() => () => leave(), [])
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

/** What lets someone enroll outside the yearly window. */
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
  /** Where the prices are from, and so where people have to live. */
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

function findLine(plans: readonly QuotedPlan[], id: string) {
  return plans.find(({ planId }) => planId === id)?.line
}

/** Who applies is asked for first, and is an adult where one is covered. */
function putAdultFirst(basis: Basis, adultFrom: number): Basis {
  const at = basis.people.findIndex(({ age }) => age >= adultFrom)
  const adult = basis.people[at]
  if (adult === undefined || at === 0) return basis
  return { ...basis, people: [adult, ...basis.people.filter((one) => one !== adult)] }
}

/** What is known of a signed-in person, by the fields of who applies: for minors alone, that is not the first of those covered. */
function beginWith(known: Typed, { people }: Basis, state: string | null): Typed {
  const { 'firstName-0': firstName = '', 'lastName-0': lastName = '', ...others } = known
  const [first, ...rest] = people.map(newPerson)
  if (first === undefined) return arrangeValues(known, [])
  if (people.some(({ age }) => age >= findAdultAge(state)))
    return arrangeValues(others, [{ ...first, firstName, lastName }, ...rest])
  return arrangeValues({ ...others, guardianFirstName: firstName, guardianLastName: lastName }, [first, ...rest])
}

/** Of what was typed for another plan, who it is and how to reach them; agreement and signature are of one plan alone. */
function pickKept(values: Typed, isSame: boolean): Typed {
  return isSame ? values : { ...values, ...Object.fromEntries(consentFields.map((name) => [name, ''])) }
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
function toEvent(values: EventValues, day: string) {
  const today = { year: Number(day.slice(0, 4)), month: Number(day.slice(5, 7)), day: Number(day.slice(8)) }
  const kind = lifeEvents.find((one) => one === values.event)
  const date = parseDate(values.eventDay, today)
  if (kind === undefined || date === null) return null
  return { kind, day: toYyyymmdd(date).replace(/^(\d{4})(\d{2})(\d{2})$/, '$1-$2-$3') }
}

export const view: View = { title: 'apply.title', Component: Apply }
