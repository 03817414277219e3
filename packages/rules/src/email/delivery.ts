/** An e-mail that could not be handed over for this long is given up, in ms. */
export const EMAIL_GIVE_UP_MS = 3 * 24 * 3_600_000

const firstPauseMs = 15_000
const longestPauseMs = 3_600_000

/** How an attempt to hand an e-mail over failed. */
export interface EmailFailure {
  /** Reply code of SMTP; null where there was none, e.g. without a connection. */
  readonly reply: number | null
  /** Whether the other side refused this very e-mail (its recipient, sender or content), and not the connection. */
  readonly ofTheEmail: boolean
}

/**
 * When an e-mail is tried again, ms after the failure: twice as long each time (`attempts` from 1), an hour at most, a
 * `chance` in [0, 1) taking up to a quarter off. Null: never, since the other side said for good that it does not take it
 * (5xx) or the time is over.
 */
export function nextEmailTry(
  failure: EmailFailure,
  { attempts, ageMs, chance }: { readonly attempts: number; readonly ageMs: number; readonly chance: number },
): number | null {
  const refused = failure.ofTheEmail && failure.reply !== null && failure.reply >= 500
  if (refused || ageMs >= EMAIL_GIVE_UP_MS) return null
  const pause = Math.min(longestPauseMs, firstPauseMs * 2 ** Math.min(Math.max(attempts, 1) - 1, 16))
  return pause * (1 - chance / 4)
}
