import { type FontSize, fontSizes } from '@portico/contract/page'
import { useSyncExternalStore } from 'react'
import { usePage } from '../../base/page-state.tsx'
import { setCookie } from '../../base/storage/cookies.ts'

/** How long a preference is kept, in seconds. */
export const year = 365 * 24 * 60 * 60

/** Has the server write the times on the next page in this time zone, so that they need not change after hydration. */
export function rememberTimeZone(rendered: string) {
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions()
  if (timeZone !== rendered) setCookie('timeZone', timeZone, year)
}

const listeners = new Set<() => void>()

/** Changes the text size immediately and for a year (HD-7). */
export function chooseFontSize(fontSize: FontSize) {
  setCookie('fontSize', fontSize, year)
  document.documentElement.dataset.fontSize = fontSize
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

/** The page's current text size. */
export function useFontSize(): FontSize {
  const { fontSize } = usePage()
  return useSyncExternalStore(
    subscribe,
    () => fontSizes.find((size) => size === document.documentElement.dataset.fontSize) ?? fontSize,
    () => fontSize,
  )
}
