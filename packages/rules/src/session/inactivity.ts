/** How long a person can be inactive, in milliseconds (SE-1). */
export interface InactivityOptions {
  /** The session ends after this long. */
  readonly expiryMs: number
  /** The warning shows after this long. */
  readonly warningMs: number
  /** How often the clock is checked. */
  readonly checkMs: number
}

/** When the person was last active, and the resulting state. */
export interface Inactivity {
  /** Wall clock time, ms since 1970. */
  readonly lastActivity: number
  /** `warning`: the dialog shows; `expired` is final. */
  readonly state: 'active' | 'warning' | 'expired'
  /** Time until the session ends; 0 once it has. */
  readonly msLeft: number
}

export type InactivityEvent =
  /** Time passed, and nothing else happened. */
  | { readonly type: 'checked' }
  /** The person did something in this tab. */
  | { readonly type: 'active' }
  /** They closed the warning in this tab. */
  | { readonly type: 'closed' }
  /** Another tab reports when it last restarted the timer. */
  | { readonly type: 'heard'; readonly at: number }

export function startInactivity(now: number, options: InactivityOptions): Inactivity {
  return at(now, now, options)
}

/**
 * The state after an event (SE-1, SE-2). Only the wall clock counts: after a laptop's sleep the session is over before the first
 * click could restart it. Activity restarts the timer unless the warning is showing; closing the warning does too, and so does
 * another tab, which follows the same rule. A clock that was set back restarts it at most once.
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
 * The seconds that a screen reader announces while the warning shows: every half minute, and when ten are left. The number does not
 * change until it is time to announce the next one.
 */
export function roundSecondsLeft(msLeft: number): number {
  const seconds = Math.ceil(msLeft / 1000)
  return seconds <= 10 ? 10 : Math.ceil(seconds / 30) * 30
}
