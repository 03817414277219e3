/** Pauses before the second and the third try, in ms. */
const pauses = [300, 900]

/** If a service asks for a pause longer than this, in ms, there is no automatic retry. */
const longestPause = 10_000

/** Statuses of a temporary failure. */
const passing: readonly number[] = [502, 503, 504]

export interface FailedTry {
  /** 0 without an answer. */
  readonly status: number
  readonly code: string
  /** Header of the answer. */
  readonly retryAfter: string | null
}

/**
 * How long to wait before a call is tried again, in ms; null if it is not. Only failures that may be temporary are retried, at most twice,
 * with a longer pause each time; `Retry-After` is honored. `chance` in [0, 1) spreads out the retries of many callers.
 */
export function pauseBeforeRetry(
  { status, code, retryAfter }: FailedTry,
  { tried, now, chance }: { readonly tried: number; readonly now: number; readonly chance: number },
): number | null {
  const pause = pauses[tried - 1]
  if (pause === undefined || (code !== 'NETWORK' && !passing.includes(status))) return null
  const asked = readRetryAfter(retryAfter, now)
  return asked > longestPause ? null : Math.max(asked, pause * (0.75 + chance / 2))
}

/** `Retry-After` holds seconds or a date. */
function readRetryAfter(header: string | null, now: number): number {
  if (header === null) return 0
  const pause = /^\d+$/.test(header) ? Number(header) * 1000 : Date.parse(header) - now
  return Number.isNaN(pause) ? 0 : Math.max(0, pause)
}
