/**
 * How a request for more of a medicine stands (MP-16). `requested`: kept here, not handed over yet; `sent`: the pharmacy has it;
 * the others are the pharmacy's own word.
 */
export const orderStates = ['requested', 'sent', 'accepted', 'ready', 'refused'] as const
export type OrderState = (typeof orderStates)[number]

/** What a pharmacy may say of a request. */
export const noticeStates = ['accepted', 'ready', 'refused'] as const
export type NoticeState = (typeof noticeStates)[number]

/** Why a request was refused; `not-sent`: it could not be handed over. */
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

/** After so long without a pharmacy's word a request is said to be not confirmed, in ms. */
export const NOT_CONFIRMED_MS = 24 * 3_600_000
/** A request that could not be handed over for this long is given up, in ms. */
export const ORDER_GIVE_UP_MS = 3 * 24 * 3_600_000

const firstPauseMs = 10_000
const longestPauseMs = 1_800_000

export function isOpenOrder(state: OrderState): boolean {
  return state !== 'ready' && state !== 'refused'
}

/** Whether the member has to be told that no one has confirmed it. */
export function isUnconfirmed({ state, ageMs }: { readonly state: OrderState; readonly ageMs: number }): boolean {
  return (state === 'requested' || state === 'sent') && ageMs >= NOT_CONFIRMED_MS
}

/**
 * Whether a notice changes anything. A pharmacy counts its notices of a request from 1: the same again and older ones, which come late,
 * change nothing.
 */
export function isNews(order: { readonly sequence: number }, notice: { readonly sequence: number }): boolean {
  return notice.sequence > order.sequence
}

/**
 * When a request is handed over again, ms after a failure: twice as long each time (`attempts` from 1), half an hour at most, a
 * `chance` in [0, 1) taking up to a quarter off. Null: it is given up.
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

/** What is asked of the pharmacy for a medicine: where no one knows of refills, it is asked for one. */
export function orderKind(next: 'refill' | 'renew' | 'ask'): OrderKind {
  return next === 'renew' ? 'renewal' : 'refill'
}
