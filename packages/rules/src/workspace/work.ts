/**
 * Where the staff's work on a conversation stands (MC-6): a member is waiting for them, they are waiting for the member, or it is
 * done.
 */
export const workStates = ['open', 'waiting', 'resolved'] as const
export type WorkState = (typeof workStates)[number]

/**
 * The views of a queue. `mine`, `unassigned` and `overdue` show only open conversations; `appeals` shows those with an appeal that the
 * plan has not decided, whatever their state, since a reply does not stop an appeal's clock.
 */
export const queueViews = ['open', 'mine', 'unassigned', 'overdue', 'appeals', 'waiting', 'resolved'] as const
export type QueueView = (typeof queueViews)[number]

/** We count conversations that are not open only up to this number per brand, category and state: nobody works through more. */
export const maxSettled = 1_000

/** How many conversations staff can hand over at once: as many as a person can have looked at. */
export const maxAssigned = 50

export interface Work {
  readonly state: WorkState
  /** Since when someone has been waiting for an answer from staff; null when no one is. */
  readonly waitingSince: Date | null
}

export type WorkEvent =
  | { readonly kind: 'member-wrote'; readonly at: Date }
  | { readonly kind: 'replied'; readonly at: Date; readonly leaves: 'waiting' | 'resolved' }
  | { readonly kind: 'set'; readonly at: Date; readonly to: WorkState }

/**
 * The work after an event. A member's message reopens it, and the waiting counts from their first unanswered message; an answer ends
 * the waiting. Work set aside without an answer keeps its time, so that undoing this changes nothing; open work always has a time.
 */
export function workAfter(work: Work | null, event: WorkEvent): Work {
  switch (event.kind) {
    case 'member-wrote': {
      const goesOn = work?.state === 'open'
      return { state: 'open', waitingSince: (goesOn ? work.waitingSince : null) ?? event.at }
    }
    case 'replied':
      return { state: event.leaves, waitingSince: null }
    case 'set':
      return {
        state: event.to,
        waitingSince: event.to === 'open' ? (work?.waitingSince ?? event.at) : (work?.waitingSince ?? null),
      }
  }
}

const hourMs = 60 * 60 * 1000

/** How long someone has been waiting, in classes, each with the hour at which it begins, shortest first. */
export const ages = { hours: 0, 'half-day': 4, day: 24, days: 72 } as const
export type Age = keyof typeof ages
export const ageNames = Object.keys(ages) as Age[]

export function computeAge(waitingSince: Date, now: Date): Age {
  const hours = (now.getTime() - waitingSince.getTime()) / hourMs
  return ageNames.findLast((age) => hours >= ages[age]) ?? 'hours'
}

/** The moments at which someone in this class began to wait: later than `after`, no later than `until`; `after` null: no bound. */
export function computeSpan(age: Age, now: Date): { readonly after: Date | null; readonly until: Date } {
  const older = ageNames[ageNames.indexOf(age) + 1]
  const before = (hours: number) => new Date(now.getTime() - hours * hourMs)
  return { after: older === undefined ? null : before(ages[older]), until: before(ages[age]) }
}
