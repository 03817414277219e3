/** Where the staff's work on a conversation stands (MC-6): a member waits for them, they wait for the member, or it is done. */
export const workStates = ['open', 'waiting', 'resolved'] as const
export type WorkState = (typeof workStates)[number]

/** What staff see of a queue. `mine` and `unassigned` are open ones, and so are `overdue` ones. */
export const queueViews = ['open', 'mine', 'unassigned', 'overdue', 'waiting', 'resolved'] as const
export type QueueView = (typeof queueViews)[number]

/** Conversations that are not open are counted as far as this, a brand, category and state: no one works through more. */
export const maxSettled = 1_000

export interface Work {
  readonly state: WorkState
  /** Since when someone waits for an answer of the staff; null when no one does. */
  readonly waitingSince: Date | null
}

export type WorkEvent =
  | { readonly kind: 'member-wrote'; readonly at: Date }
  | { readonly kind: 'replied'; readonly at: Date; readonly leaves: 'waiting' | 'resolved' }
  | { readonly kind: 'set'; readonly at: Date; readonly to: WorkState }

/**
 * The work after something happened. A member's message opens it again, counted from the first one that no one has
 * answered; an answer ends the waiting. Work that is set aside unanswered keeps its time, so that taking that back
 * changes nothing; open work always has one.
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

/** How long someone has waited already, in classes; `from` hours on, youngest first. */
export const ages = { hours: 0, 'half-day': 4, day: 24, days: 72 } as const
export type Age = keyof typeof ages
export const ageNames = Object.keys(ages) as Age[]

export function ageOf(waitingSince: Date, now: Date): Age {
  const hours = (now.getTime() - waitingSince.getTime()) / hourMs
  return ageNames.findLast((age) => hours >= ages[age]) ?? 'hours'
}

/** Who began to wait in this time is of the age: later than `after`, at `until` or before it; null: no bound. */
export function spanOf(age: Age, now: Date): { readonly after: Date | null; readonly until: Date } {
  const older = ageNames[ageNames.indexOf(age) + 1]
  const before = (hours: number) => new Date(now.getTime() - hours * hourMs)
  return { after: older === undefined ? null : before(ages[older]), until: before(ages[age]) }
}
