import { useEffect, useSyncExternalStore } from 'react'
import { idle } from '../../base/idle.ts'
import { usePage } from '../../base/page-state.tsx'
import type { HelpContent } from './help-content.ts'

/** Undefined until it is known; null if it was not available. */
let content: HelpContent | null | undefined
let asked = false
const listeners = new Set<() => void>()

/**
 * The help menu's content (NH-1), loaded once when the page is idle. If it is not available, the menu disappears and the console
 * says so.
 */
export function useHelp(): HelpContent | null | undefined {
  const page = usePage()
  useEffect(() => {
    if (asked) return
    asked = true
    idle().then(async () => {
      import('./help-items.tsx').catch(() => {})
      try {
        content = await (await import('./help-content.ts')).fetchHelp(page)
      } catch (error) {
        content = null
        console.warn('The help menu could not be loaded', error)
      }
      for (const listener of listeners) listener()
    })
  }, [page])
  return useSyncExternalStore(
    subscribe,
    () => content,
    () => undefined,
  )
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}
