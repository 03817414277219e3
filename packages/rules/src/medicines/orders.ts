/**
 * The state of a request for more of a medicine (MP-16). `requested`: saved here, not handed over yet; `sent`: the pharmacy has it; the
 * pharmacy itself reports the others.
 */
export const orderStates = ['requested', 'sent', 'accepted', 'ready', 'refused'] as const
export type OrderState = (typeof orderStates)[number]

/** What a pharmacy can tell us about a request. */
export const noticeStates = ['accepted', 'ready', 'refused'] as const
export type NoticeState = (typeof noticeStates)[number]

/** Why a request was refused; `not-sent`: we could not hand it over. */
export const orderRefusals = [
  'no-refills',
  'too-soon',
  'needs-visit',
  'not-found',
  'out-of-stock',
  'other',
  'not-sent',
] as const
export type OrderRefusal = (typeof orderRefusals)[number]

export const orderKinds = ['refill', 'renewal'] as const
export type OrderKind = (typeof orderKinds)[number]

/** After this long without an answer from the pharmacy, a request is shown as not confirmed, in ms. */
export const NOT_CONFIRMED_MS = 24 * 3_600_000
/** How long a silent pharmacy blocks another request of the member's, in ms. */
export const NO_NEWS_MS = 14 * 24 * 3_600_000
/** We give up on a request that could not be handed over for this long, in ms. */
export const ORDER_GIVE_UP_MS = 3 * 24 * 3_600_000

const firstPauseMs = 10_000
const longestPauseMs = 1_800_000

export function isOpenOrder(state: OrderState): boolean {
  return state !== 'ready' && state !== 'refused'
}

/** Whether the member must be told that no one has confirmed the request. */
export function isUnconfirmed({
  state,
  ageMs,
  quietMs,
}: {
  readonly state: OrderState
  readonly ageMs: number
  readonly quietMs: number
}): boolean {
  return ((state === 'requested' || state === 'sent') && ageMs >= NOT_CONFIRMED_MS) || isLapsed({ state, quietMs })
}

/** Whether the pharmacy has been silent for so long (`quietMs` since its last news) that the request no longer blocks others. */
export function isLapsed({ state, quietMs }: { readonly state: OrderState; readonly quietMs: number }): boolean {
  return isWithPharmacy(state) && quietMs >= NO_NEWS_MS
}

/** Whether a later fill of the medicine shows that the request is done, though the pharmacy never said so; days are ISO days. */
export function isFilled({
  state,
  requestedOn,
  lastFill,
}: {
  readonly state: OrderState
  readonly requestedOn: string
  readonly lastFill: string | null
}): boolean {
  return isWithPharmacy(state) && lastFill !== null && lastFill > requestedOn
}

function isWithPharmacy(state: OrderState): boolean {
  return state === 'sent' || state === 'accepted'
}

/**
 * Whether a notice changes anything. A pharmacy numbers its notices about a request from 1: repeated notices and older ones that
 * arrive late change nothing.
 */
export function isNews(order: { readonly sequence: number }, notice: { readonly sequence: number }): boolean {
  return notice.sequence > order.sequence
}

/**
 * When to hand a request over again, in ms after a failure: twice as long each time (`attempts` from 1), half an hour at most;
 * `chance` in [0, 1) takes up to a quarter off. Null: we give up.
 */
export function nextOrderTry({
  attempts,
  ageMs,
  chance,
}: {
  readonly attempts: number
  readonly ageMs: number
  readonly chance: number
}): number | null {
  if (ageMs >= ORDER_GIVE_UP_MS) return null
  const pause = Math.min(longestPauseMs, firstPauseMs * 2 ** Math.min(Math.max(attempts, 1) - 1, 16))
  return pause * (1 - chance / 4)
}

/** What to ask the pharmacy for: if we do not know whether refills are left, a refill. */
export function orderKind(next: 'refill' | 'renew' | 'ask'): OrderKind {
  return next === 'renew' ? 'renewal' : 'refill'
}
