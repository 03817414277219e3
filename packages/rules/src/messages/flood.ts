/** How many messages an hour people can write for one member, whoever writes them; a brand may set another number. */
export const MESSAGES_PER_HOUR = 100
export const HOUR_MS = 60 * 60_000
export const DAY_MS = 24 * HOUR_MS

/** The brand's own number; an invalid one is ignored. */
export function messagesPerHour(set: number | null): number {
  return set !== null && set >= 1 && set <= 10_000 ? set : MESSAGES_PER_HOUR
}

/**
 * In how many seconds the next message is accepted; null: now. `sent` are the times of the newest messages, latest first, as many as
 * the limit.
 */
export function waitAfterMessages(sent: readonly Date[], limit: number, now: Date): number | null {
  const oldest = sent[limit - 1]
  const wait = oldest === undefined ? 0 : oldest.getTime() + HOUR_MS - now.getTime()
  return wait > 0 ? Math.ceil(wait / 1000) : null
}
