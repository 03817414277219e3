import { createLatest, useLatest } from './latest.ts'

const unreadCount = createLatest(({ session }) => session?.unreadCount ?? 0)

/** Takes the number of unread messages from an answer of the server; every place that shows it follows. */
export function setUnreadCount(count: number) {
  // Whatever is told, a number of messages is never below none.
  unreadCount.set(Math.max(0, count))
}

/** The one number of unread messages (MC-2), wherever it is shown. */
export function useUnreadCount(): number {
  return useLatest(unreadCount)
}
