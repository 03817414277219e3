/** What a person did with a version of a text. */
export const contentSteps = ['submit', 'withdraw', 'return', 'approve'] as const
export type ContentStep = (typeof contentSteps)[number]

/** How far a version has come (CT-6). */
export const contentStates = ['draft', 'submitted', 'returned', 'scheduled', 'live', 'ended', 'undone'] as const
export type ContentState = (typeof contentStates)[number]

/** When a release shows its texts: `from`, `until` if it ends by itself, `undoneAt` if it was rolled back. */
export interface ReleaseTimes {
  readonly from: Date
  readonly until: Date | null
  readonly undoneAt: Date | null
}

/** The state of a version, from the last step that someone took with it and the release it is in. */
export function contentState(last: ContentStep | null, showing: ReleaseTimes | null, now: Date): ContentState {
  if (last === 'submit') return 'submitted'
  if (last === 'return') return 'returned'
  if (last !== 'approve' || showing === null) return 'draft'
  if (showing.undoneAt !== null) return 'undone'
  if (showing.from > now) return 'scheduled'
  return showing.until !== null && showing.until <= now ? 'ended' : 'live'
}

/** Whether a step is possible in a state. Approval also takes a second person, which this function cannot check. */
export function mayStep(state: ContentState, step: ContentStep): boolean {
  if (step === 'submit') return state === 'draft' || state === 'returned'
  return state === 'submitted'
}

/** A release lasts at least this long, so that no text appears only to vanish again. */
export const MIN_SHOWING_MS = 60_000
/** How long ago a chosen time may lie: it was still to come when chosen, but sending the form takes a while. */
const chosenAgoMs = 10 * 60_000
/** How far ahead a release can be scheduled. */
const maxAheadMs = 2 * 366 * 24 * 60 * 60 * 1000

/** Why a schedule is not possible; null: it is. */
export function scheduleProblem(
  { from, until }: { readonly from: Date; readonly until: Date | null },
  now: Date,
): 'content.problem.from' | 'content.problem.until' | null {
  const aheadMs = from.getTime() - now.getTime()
  if (aheadMs > maxAheadMs || aheadMs < -chosenAgoMs) return 'content.problem.from'
  if (until === null) return null
  const length = until.getTime() - Math.max(from.getTime(), now.getTime())
  return length < MIN_SHOWING_MS || until.getTime() > now.getTime() + maxAheadMs ? 'content.problem.until' : null
}
