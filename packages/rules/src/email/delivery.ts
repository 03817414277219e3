/** We give up on an e-mail that we could not hand over for this long, in ms. */
export const EMAIL_GIVE_UP_MS = 3 * 24 * 3_600_000

const firstPauseMs = 15_000
const longestPauseMs = 3_600_000

/** How an attempt to hand an e-mail over failed. */
export interface EmailFailure {
  /** SMTP reply code; null: there was none, e.g. without a connection. */
  readonly reply: number | null
  /** Whether the other side refused this e-mail itself (its recipient, sender or content); false: the connection failed. */
  readonly ofTheEmail: boolean
}

/**
 * When to try an e-mail again, in ms after the failure: twice as long each time (`attempts` from 1), an hour at most; `chance` in
 * [0, 1) takes up to a quarter off. Null: never, since the other side refused it for good (5xx) or it is too old.
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
