import { type FontSize, fontSizes, type Language } from '@portico/contract/page'
import { useSyncExternalStore } from 'react'
import { usePage } from '../page-state.tsx'

const year = 365 * 24 * 60 * 60

function setCookie(name: string, value: string) {
  const secure = location.protocol === 'https:' ? '; Secure' : ''
  // biome-ignore lint/suspicious/noDocumentCookie: the server reads them before the first paint; CookieStore is not everywhere
  document.cookie = `${name}=${value}; Path=/; Max-Age=${year}; SameSite=Lax${secure}`
}

/** Shows the page in another language: the server renders it anew. */
export function chooseLanguage(language: Language) {
  setCookie('language', language)
  location.reload()
}

const listeners = new Set<() => void>()

/** Scales the page at once and for a year (HD-7). */
export function chooseFontSize(fontSize: FontSize) {
  setCookie('fontSize', fontSize)
  document.documentElement.dataset.fontSize = fontSize
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

/** The text size that the page has now. */
export function useFontSize(): FontSize {
  const { fontSize } = usePage()
  return useSyncExternalStore(
    subscribe,
    () => fontSizes.find((size) => size === document.documentElement.dataset.fontSize) ?? fontSize,
    () => fontSize,
  )
}
