/** How often an open event stream sends a sign of life, in ms. */
export const LIVE_BEAT_MS = 20_000

/** A stream that is silent for this long is dead, in ms. */
export const LIVE_SILENCE_MS = 3 * LIVE_BEAT_MS

const firstPauseMs = 3_000
const longestPauseMs = 60_000

/**
 * How long a page waits before it reconnects to listen for new mail, in ms: twice as long after each failure in a row (from 1), a
 * minute at most. `chance` in [0, 1) takes up to half of it off, so that not all pages come back at once.
 */
export function pauseBeforeReconnect(failures: number, chance: number): number {
  const pause = Math.min(longestPauseMs, firstPauseMs * 2 ** Math.min(Math.max(failures, 1) - 1, 16))
  return pause * (1 - chance / 2)
}
