/** Pauses before the second and the third try, in ms. */
const pauses = [300, 900]

/** If a service asks for a longer pause, there is no automatic retry, in ms. */
const longestPause = 10_000

/** Answers that say: not now. */
const passing: readonly number[] = [502, 503, 504]

export interface FailedTry {
  /** 0 when no answer came. */
  readonly status: number
  readonly code: string
  /** Header of the answer. */
  readonly retryAfter: string | null
}

/**
 * How long to wait before a call is tried again, in ms; null when it is not. Only what may pass by itself is tried again,
 * at most twice, each time after a longer pause; `Retry-After` is honored. `chance` in [0, 1) spreads the tries of many.
 */
export function pauseBeforeRetry(
  { status, code, retryAfter }: FailedTry,
  { tried, now, chance }: { readonly tried: number; readonly now: number; readonly chance: number },
): number | null {
  const pause = pauses[tried - 1]
  if (pause === undefined || (code !== 'NETWORK' && !passing.includes(status))) return null
  const asked = askedPause(retryAfter, now)
  return asked > longestPause ? null : Math.max(asked, pause * (0.75 + chance / 2))
}

/** `Retry-After` holds seconds or a date. */
function askedPause(header: string | null, now: number): number {
  if (header === null) return 0
  const pause = /^\d+$/.test(header) ? Number(header) * 1000 : Date.parse(header) - now
  return Number.isNaN(pause) ? 0 : Math.max(0, pause)
}
