import type { ClaimState } from './state.ts'

/** Something that happened to a claim. */
export interface ClaimEvent {
  readonly kind:
    | 'service'
    | 'received'
    | 'in-progress'
    | 'decided'
    | 'denied'
    | 'paid'
    | 'changed'
    | 'replaced'
    | 'appeal-decided'
    | 'appeal-denied'
    | 'taken-back'
    | 'appeal-sent'
    | 'appeal-answer'
    | 'appeal-until'
    | 'review-until'
  /** `yyyy-mm-dd` */
  readonly day: string
  /** Whether that day is still to come. */
  readonly toCome: boolean
  /** What the member owed before and after a change, in cents; null where unknown. */
  readonly before?: number | null
  readonly after?: number | null
}

/** The known dates in a claim's history; days `yyyy-mm-dd`, null: not known. */
export interface KnownDays {
  readonly state: ClaimState
  readonly deniedOnAppeal: boolean
  readonly serviceFrom: string
  readonly receivedOn: string | null
  readonly decidedOn: string | null
  readonly paidOn: string | null
  readonly today: string
  /** When the plan decided the claim that replaced it. */
  readonly replacedOn: string | null
  /** When the member appealed, and by when the plan must answer. */
  readonly appeal: { readonly sentOn: string; readonly answerBy: string } | null
  /** When the member sent the appeal that this decision answers. */
  readonly appealedOn: string | null
  readonly appealBy: string | null
  /** After a denial on appeal, the last day to ask for a review. */
  readonly reviewBy: string | null
  /** The day on which the portal imported this version. */
  readonly importedOn: string
  /** In cents, like the next field; null: not known. */
  readonly planPaid: number | null
  readonly share: number | null
  /** Earlier decisions, oldest first: what the member owed, and the day of the decision. */
  readonly earlier: readonly { readonly share: number | null; readonly denied: boolean; readonly day: string }[]
}

type Dated = Omit<ClaimEvent, 'toCome'>

/** What happened to a claim, oldest first, and then the deadlines still to come (MP-7, MP-8): only known facts, each on its day. */
export function claimTimeline(known: KnownDays): ClaimEvent[] {
  const { state, receivedOn, decidedOn, paidOn, planPaid, earlier } = known
  const events: Dated[] = [{ kind: 'service', day: known.serviceFrom }]
  if (receivedOn !== null) events.push({ kind: 'received', day: receivedOn })
  for (const one of earlier) events.push({ kind: one.denied ? 'denied' : 'decided', day: one.day, after: one.share })
  if (known.appealedOn !== null) events.push({ kind: 'appeal-sent', day: known.appealedOn })
  const last = earlier.at(-1)
  const day = decidedOn ?? paidOn ?? known.importedOn
  if (state === 'in-progress') events.push({ kind: 'in-progress', day: decidedOn ?? known.importedOn })
  else if (state === 'correction') events.push({ kind: 'taken-back', day })
  else if (state === 'replaced') events.push({ kind: 'replaced', day: known.replacedOn ?? known.importedOn })
  else if (state === 'paid-on-appeal') events.push({ kind: 'appeal-decided', day, ...change(last, known) })
  else if (known.deniedOnAppeal) events.push({ kind: 'appeal-denied', day, after: known.share })
  else if (last !== undefined || state === 'adjusted') events.push({ kind: 'changed', day, ...change(last, known) })
  else events.push({ kind: state === 'denied' ? 'denied' : 'decided', day, after: known.share })
  // Files date payments of zero, and what the plan takes back, too.
  if (paidOn !== null && (planPaid === null || planPaid > 0)) events.push({ kind: 'paid', day: paidOn })
  events.push(...buildClock(known))
  // Events of the same day stay in the order in which they happened.
  return events
    .map((event, place) => ({ event, place }))
    .sort(byDay)
    .map(({ event }) => ({ ...event, toCome: event.day > known.today }))
}

/** Whether the plan’s payment is still to come. */
export function isPaymentToCome(events: readonly Pick<ClaimEvent, 'kind' | 'toCome'>[]): boolean {
  return events.some(({ kind, toCome }) => kind === 'paid' && toCome)
}

/** The steps of an appeal, ending with its deadline. */
function buildClock({ appeal, appealBy, reviewBy }: KnownDays): Dated[] {
  if (appeal !== null)
    return [
      { kind: 'appeal-sent', day: appeal.sentOn },
      { kind: 'appeal-answer', day: appeal.answerBy },
    ]
  if (reviewBy !== null) return [{ kind: 'review-until', day: reviewBy }]
  return appealBy === null ? [] : [{ kind: 'appeal-until', day: appealBy }]
}

function change(last: KnownDays['earlier'][number] | undefined, known: KnownDays) {
  return { before: last?.share ?? null, after: known.share }
}

interface Placed {
  readonly event: Dated
  readonly place: number
}

function byDay(a: Placed, b: Placed): number {
  return a.event.day.localeCompare(b.event.day) || a.place - b.place
}
