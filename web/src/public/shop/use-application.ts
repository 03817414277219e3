import { startEnrollment } from '@portico/contract/calls/shop'
import type { Market } from '@portico/rules/shop/lines'
import { findCoverageStart, isAlwaysOpen, lifeEvents } from '@portico/rules/shop/windows'
import { parseDate, toYyyymmdd } from '@portico/rules/validation/date'
import { type FormEvent, type RefObject, useEffect, useEffectEvent, useState } from 'react'
import { api } from '../../base/api/api.ts'
import { newId } from '../../base/new-id.ts'
import { usePage } from '../../base/page-state.tsx'
import { links } from '../../base/router/links.ts'
import { useNavigate } from '../../base/router/navigation.ts'
import { keepTicket } from '../../base/storage/ticket.ts'
import { findEasternDay } from '../../kit/forms/eastern-day.ts'
import { type Basis, changeShopping } from '../../shared/shop-parts/basis.ts'
import { focusOn } from '../../ui/focus.ts'
import { type EventValues, useApplyForm } from './apply-form.ts'
import { type ApplyProblem, isClosed, toApplyProblem } from './apply-problem.ts'
import { beginWith, pickKept } from './begin-application.ts'
import { type Person, takeKept } from './kept-people.ts'
import { toEnrollment } from './to-enrollment.ts'
import type { Quote, QuotedPlan } from './types.ts'
import { useApplied } from './use-applied.ts'
import { type ApplyDraft, useKeepDraft } from './use-apply-draft.ts'
import { findPersonAge, useRepriced } from './use-repriced.ts'

export interface ApplicationProps {
  readonly market: Market
  readonly quote: Quote
  readonly plan: QuotedPlan
  readonly basis: Basis
  /** The values typed before, for this plan or another one. */
  readonly before: ApplyDraft | null
  /** The account's data about the person, for fields where nothing was typed. */
  readonly known: Readonly<Record<string, string>>
}

export type Application = ReturnType<typeof useApplication>

/** An application as it is typed, and what follows from it: the first day of coverage, the price, and the draft. */
export function useApplication({ market, quote, plan, basis, before, known }: ApplicationProps) {
  const { now } = usePage()
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
  const applied = useApplied().find(
    (one) =>
      one.planYear === planYear &&
      findLine(quote.plans, one.planId) === plan.line &&
      // The application being corrected is the one that they applied with.
      !(isSame && one.planId === plan.planId && one.state === 'pending'),
  )
  const { values, people } = form
  const starts = findStarts(values)
  const { ages, known: priced, price, reprice } = useRepriced({ market, basis, plan, planYear, starts, people })
  useShopAfter(market, basis, priced)
  const household = { ...basis, people: [...begin.household], market }
  const keeping = useKeepDraft({ enrollmentId, planId: plan.planId, planYear, basis: household, values }, isSame)
  const event = findEvent(values)
  return { form, planYear, needsEvent, enrollmentId, applied, event, starts, ages, price, reprice, keeping }
}

/** Sends an application, and says why it could not be sent. `notice`: the element that shows its price, which has to be known. */
export function useSendApplication(
  { market, plan, basis }: ApplicationProps,
  { form, planYear, enrollmentId, event, price, reprice, keeping }: Application,
  notice: RefObject<HTMLElement | null>,
) {
  const { brand } = usePage()
  const navigate = useNavigate()
  const [problem, setProblem] = useState<ApplyProblem | null>(null)
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
        // The sent values are the ones to correct later.
        await keeping.save()
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
      keeping.stop()
      keepTicket('application', started.ticket)
      navigate(links.shop(market, 'application'), { replace: true })
    } catch (error) {
      const found = toApplyProblem(error)
      setProblem(found)
      if (found === 'changed') reprice()
    }
  }
  return { problem, submit }
}

/** When the application is left, the shop shows its prices for the people then on it: a plan has the same price everywhere. */
function useShopAfter(market: Market, basis: Basis, known: Basis['people']): void {
  const leave = useEffectEvent(() => {
    if (known.length > 0) changeShopping(market, { basis: { ...basis, people: known } })
  })
  useEffect(() => () => leave(), [])
}

function findLine(plans: readonly QuotedPlan[], id: string) {
  return plans.find(({ planId }) => planId === id)?.line
}

/** The event that opens enrollment and its day, in the server's format. */
function toEvent(values: EventValues, day: string) {
  const today = { year: Number(day.slice(0, 4)), month: Number(day.slice(5, 7)), day: Number(day.slice(8)) }
  const kind = lifeEvents.find((one) => one === values.event)
  const date = parseDate(values.eventDay, today)
  if (kind === undefined || date === null) return null
  return { kind, day: toYyyymmdd(date).replace(/^(\d{4})(\d{2})(\d{2})$/, '$1-$2-$3') }
}
