import { useEffect, useSyncExternalStore } from 'react'
import { usePage } from '../page-state.tsx'
import { idle } from '../ui/idle.ts'
import type { HelpContent } from './help-content.ts'

/** Undefined until it is known; null where it was not available. */
let content: HelpContent | null | undefined
let asked = false
const listeners = new Set<() => void>()

/**
 * The content of the help menu (NH-1), fetched once when the page has nothing better to do. Where it is not available the
 * menu goes and the console is told.
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
