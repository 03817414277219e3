import { useSyncExternalStore } from 'react'
import { usePage } from './page-state.tsx'

/** What an answer said last; null until one did. Set in the browser alone, so the server shares nothing between people. */
let answered: number | null = null
const listeners = new Set<() => void>()

/** Takes the number of unread messages from an answer of the server; every place that shows it follows. */
export function setUnreadCount(count: number) {
  // Whatever is told, a number of messages is never below none.
  answered = Math.max(0, count)
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

/** The one number of unread messages (MC-2), wherever it is shown: as answered last, at first as the page came with it. */
export function useUnreadCount(): number {
  const { session } = usePage()
  const rendered = session?.unreadCount ?? 0
  return useSyncExternalStore(
    subscribe,
    () => answered ?? rendered,
    () => rendered,
  )
}
