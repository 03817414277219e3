/** Most messages an hour that are written for a member, no matter who writes them; a brand may set another number. */
export const MESSAGES_PER_HOUR = 100
export const HOUR_MS = 60 * 60_000
export const DAY_MS = 24 * HOUR_MS

/** What a brand has set, as a number; one that makes no sense is ignored. */
export function messagesPerHour(set: number | null): number {
  return set !== null && set >= 1 && set <= 10_000 ? set : MESSAGES_PER_HOUR
}

/**
 * Whether a further message is one too many; `sent` are the moments of the newest ones, the latest first, as many of them as
 * the limit. Returns after how many seconds the next one is taken; null where it is taken now.
 */
export function waitAfterMessages(sent: readonly Date[], limit: number, now: Date): number | null {
  const oldest = sent[limit - 1]
  const wait = oldest === undefined ? 0 : oldest.getTime() + HOUR_MS - now.getTime()
  return wait > 0 ? Math.ceil(wait / 1000) : null
}
