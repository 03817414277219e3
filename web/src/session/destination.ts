import { sessionStore } from '../storage/storage.ts'

const key = 'afterPasswordChange'

/** Remembers where someone wanted to go before their password was asked to be changed. */
export function keepDestination() {
  const { pathname, search, hash } = location
  sessionStore.set(key, pathname + search + hash)
}

/** Where they wanted to go; null when to nowhere in particular. An address of this portal alone. */
export function takeDestination(): string | null {
  const kept = sessionStore.get(key)
  sessionStore.remove(key)
  return typeof kept === 'string' && /^\/(?!\/)/.test(kept) ? kept : null
}
