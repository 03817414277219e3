import { createLatest, useLatest } from './latest.ts'

const unreadCount = createLatest(({ session }) => session?.unreadCount ?? 0)

/** Sets the number of unread messages from an answer of the server; it updates everywhere it is shown. */
export function setUnreadCount(count: number) {
  // Whatever the server says, the number is never below zero.
  unreadCount.set(Math.max(0, count))
}

/** The only number of unread messages (MC-2), wherever it is shown. */
export function useUnreadCount(): number {
  return useLatest(unreadCount)
}
