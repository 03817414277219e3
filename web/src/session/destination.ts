import { sessionStore } from '../storage/storage.ts'

const key = 'afterPasswordChange'

/** Remembers where someone was going before they had to change their password. */
export function keepDestination() {
  const { pathname, search, hash } = location
  sessionStore.set(key, pathname + search + hash)
}

/** Where they were going, always an address in this portal; null if nowhere in particular. */
export function takeDestination(): string | null {
  const kept = sessionStore.get(key)
  sessionStore.remove(key)
  return typeof kept === 'string' && /^\/(?![/\\])/.test(kept) ? kept : null
}
