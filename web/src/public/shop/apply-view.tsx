import { startEnrollment } from '@portico/contract/calls/shop'
import { ADULT_FROM, consentFields, consents } from '@portico/rules/shop/application'
import type { Market } from '@portico/rules/shop/lines'
import { findCoverageStart, isAlwaysOpen, lifeEvents } from '@portico/rules/shop/windows'
import { parseDate, toYyyymmdd } from '@portico/rules/validation/date'
import { type FormEvent, useState } from 'react'
import { api } from '../../base/api/api.ts'
import { newId } from '../../base/new-id.ts'
import { usePage } from '../../base/page-state.tsx'
import { Link } from '../../base/router/link.tsx'
import { links } from '../../base/router/links.ts'
import { useNavigate, useRoute } from '../../base/router/navigation.ts'
import type { View, ViewProps } from '../../base/router/view.ts'
import { keepTicket, readTicket } from '../../base/storage/ticket.ts'
import { useFormat } from '../../base/texts/format.ts'
import { useText } from '../../base/texts/text.tsx'
import { findEasternDay } from '../../kit/forms/eastern-day.ts'
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
import { type ApplyForm, type EventValues, useApplyForm } from './apply-form.ts'
import { type ApplyProblem, isClosed, toApplyProblem } from './apply-problem.ts'
import { Disclaimer } from './disclaimer.tsx'
import { GuardianFields } from './guardian-fields.tsx'
import { KeptNote } from './kept-note.tsx'
import { moveKeptPeople } from './kept-people.ts'
import { PersonFields } from './person-fields.tsx'
import styles from './shop.module.css'
import { toEnrollment } from './to-enrollment.ts'
import { type Quote, type QuotedPlan, toMarket } from './types.ts'
import { type ApplyDraft, useApplyDraft, useKeepDraft } from './use-apply-draft.ts'
import { useQuote } from './use-quote.ts'
import { useRepriced } from './use-repriced.ts'

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
          market={market}
          quote={quote}
          plan={plan}
          basis={putAdultFirst(basis)}
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
  readonly quote: Omit<Quote, 'plans'>
  readonly plan: QuotedPlan
  readonly basis: Basis
  /** What was typed before, for this plan or another one. */
  readonly before: ApplyDraft | null
  /** What the account knows of the person, where nothing was typed. */
  readonly known: Readonly<Record<string, string>>
}

function Application({ market, quote, plan, basis, before, known }: ApplicationProps) {
  const t = useText()
  const { money } = useAmounts()
  const { dateLong } = useFormat()
  const { brand, now } = usePage()
  const navigate = useNavigate()
  const planYear = quote.planYear ?? quote.window.planYear
  const isOpen = quote.window.open && quote.window.planYear === planYear
  const needsEvent = !isOpen && !isAlwaysOpen(plan.line) && market === 'under65'
  const isSame = before?.planId === plan.planId && before.planYear === planYear
  const today = findEasternDay(now)
  const findEvent = (typed: EventValues) => (needsEvent ? toEvent(typed, today) : null)
  const findStarts = (typed: EventValues) =>
    findCoverageStart(plan.line, quote.window, { planYear, event: findEvent(typed) }, today)
  const form = useApplyForm(
    market,
    basis.people,
    needsEvent,
    before === null ? toApplicant(known, basis) : pickKept(before, basis, isSame),
    findStarts,
  )
  const [enrollmentId] = useState(() => (isSame ? before.enrollmentId : newId()))
  const [problem, setProblem] = useState<ApplyProblem | null>(null)
  const { values } = form
  const event = findEvent(values)
  const starts = findStarts(values)
  const { ages, cents } = useRepriced({ market, basis, plan, planYear, starts, form })
  const draft = { enrollmentId, planId: plan.planId, planYear, basis: { ...basis, market }, values }
  const { kept, failed: notKept, save, stop } = useKeepDraft(draft, isSame)

  const submit = async (sent: FormEvent) => {
    setProblem(null)
    try {
      const body = toEnrollment({ enrollmentId, brand: brand.code, plan, planYear, cents, basis, form, event })
      const send = async () => {
        // What is sent is what is corrected later.
        await save()
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
      setProblem(toApplyProblem(error))
    }
  }

  return (
    <FormFrame form={form} className={styles.stack} onSubmit={submit}>
      <p className={styles.about}>
        {t('apply.about', { plan: plan.name, year: planYear, premium: money(cents ?? plan.premiumCents ?? 0) })}
        {starts !== null && ` ${t('apply.starts', { starts: dateLong(starts) })}`}
      </p>
      <ErrorSummary {...form.summary} />
      <RepricedNotice before={plan.premiumCents} cents={cents} />
      {market === 'under65' && plan.line === 'medical' && <CreditNotice exchange={quote.exchange} />}
      {needsEvent && <EventFields form={form} />}
      <Card title={t('apply.who')}>
        <div className={styles.stack}>
          {basis.people.map((_, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: people have no key but their position
            <PersonFields key={at} form={form} at={at} age={ages[at] ?? null} entered={basis.people[at]?.age ?? null} />
          ))}
          <p>
            <Link to={links.shop(market)}>{t('shop.household.change')}</Link>
          </p>
        </div>
      </Card>
      {form.forMinors && <GuardianFields form={form} />}
      <ReachFields form={form} market={market} county={quote.county} zip={basis.zipCode} />
      <Consent form={form} />
      {problem !== null && <ProblemNotice problem={problem} market={market} />}
      <KeptNote market={market} kept={kept} failed={notKept} />
      <div className={styles.row}>
        <Button type="submit" busy={form.busy || cents === null}>
          {t('apply.send')}
        </Button>
        <ButtonLink variant="quiet" to={links.shopPlan(market, plan.planId, planYear)}>
          {t('apply.back')}
        </ButtonLink>
      </div>
    </FormFrame>
  )
}

interface RepricedNoticeProps {
  /** The premium in the list, for the ages given there. */
  readonly before: number | null
  /** Null while it is asked for. */
  readonly cents: number | null
}

function RepricedNotice({ before, cents }: RepricedNoticeProps) {
  const t = useText()
  const { money } = useAmounts()
  if (cents === before) return null
  const amounts = { before: money(before ?? 0), premium: money(cents ?? 0) }
  return (
    <Alert tone="info" role="status" title={t(cents === null ? 'apply.repricing' : 'apply.repriced', amounts)}>
      <p>{t('apply.repriced.text', amounts)}</p>
    </Alert>
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

/** Who applies is asked for first, and is an adult where one is covered. */
function putAdultFirst(basis: Basis): Basis {
  const at = basis.people.findIndex(({ age }) => age >= ADULT_FROM)
  const adult = basis.people[at]
  if (adult === undefined || at === 0) return basis
  return { ...basis, people: [adult, ...basis.people.filter((one) => one !== adult)] }
}

/** What is known of a signed-in person, by the fields of who applies: for minors alone, that is not the first of those covered. */
function toApplicant(known: Readonly<Record<string, string>>, { people }: Basis): Readonly<Record<string, string>> {
  if (people.some(({ age }) => age >= ADULT_FROM)) return known
  const { 'firstName-0': guardianFirstName = '', 'lastName-0': guardianLastName = '', ...others } = known
  return { ...others, guardianFirstName, guardianLastName }
}

/** Of what was typed for another plan, who it is and how to reach them; agreement and signature are of one plan alone. */
function pickKept(
  { values, basis: { people } }: ApplyDraft,
  now: Basis,
  isSame: boolean,
): Readonly<Record<string, string>> {
  const moved = moveKeptPeople(people, values, now.people)
  if (isSame) return moved
  return Object.fromEntries(Object.entries(moved).filter(([name]) => !consentFields.some((one) => one === name)))
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
