/** How long a person may do nothing, in milliseconds (SE-1). */
export interface InactivityOptions {
  /** The session is over after this long. */
  readonly expiryMs: number
  /** The warning shows after this long. */
  readonly warningMs: number
  /** How often the clock is looked at. */
  readonly checkMs: number
}

/** What is known of a person's activity, and what follows from it. */
export interface Inactivity {
  /** Wall clock, ms since 1970. */
  readonly lastActivity: number
  /** `warning`: the dialog shows; `expired` is final. */
  readonly state: 'active' | 'warning' | 'expired'
  /** Until the session is over; 0 once it is. */
  readonly msLeft: number
}

export type InactivityEvent =
  /** Only time has passed. */
  | { readonly type: 'checked' }
  /** The person did something in this tab. */
  | { readonly type: 'active' }
  /** They closed the warning in this tab. */
  | { readonly type: 'closed' }
  /** Another tab says when it last restarted the timer. */
  | { readonly type: 'heard'; readonly at: number }

export function startInactivity(now: number, options: InactivityOptions): Inactivity {
  return at(now, now, options)
}

/**
 * What follows from an event (SE-1, SE-2). It goes by the wall clock alone: after the sleep of a laptop the session is
 * over before the first click could restart it. Activity restarts the timer unless the warning shows; closing the warning
 * does, and so does another tab, which has judged by the same rule. A clock that was set back restarts it at most once.
 */
export function nextInactivity(
  last: Inactivity,
  event: InactivityEvent,
  now: number,
  options: InactivityOptions,
): Inactivity {
  if (last.state === 'expired') return last
  const lastActivity = Math.min(last.lastActivity, now)
  if (event.type === 'heard') return at(Math.max(lastActivity, Math.min(event.at, now)), now, options)
  const passed = at(lastActivity, now, options)
  const restarts = event.type === 'closed' || (event.type === 'active' && last.state === 'active')
  return restarts && passed.state !== 'expired' ? at(now, now, options) : passed
}

function at(lastActivity: number, now: number, { expiryMs, warningMs }: InactivityOptions): Inactivity {
  const idle = now - lastActivity
  const state = idle >= expiryMs ? 'expired' : idle >= warningMs ? 'warning' : 'active'
  return { lastActivity, state, msLeft: Math.max(0, expiryMs - idle) }
}

/**
 * The seconds that a screen reader is told of while the warning shows: every half minute, and when ten are left. The same
 * number until it is time to speak again.
 */
export function announcedSeconds(msLeft: number): number {
  const seconds = Math.ceil(msLeft / 1000)
  return seconds <= 10 ? 10 : Math.ceil(seconds / 30) * 30
}
