import { sessionStore } from '../../base/storage/storage.ts'

const key = 'destination'

/** Remembers where someone was going before they had to do something else: change a password, or fill in a form again. */
export function keepDestination({ pathname, search, hash }: Pick<Location, 'pathname' | 'search' | 'hash'> = location) {
  sessionStore.set(key, pathname + search + hash)
}

/** Where they were going, always an address in this portal; null if nowhere in particular. */
export function takeDestination(): string | null {
  const kept = sessionStore.get(key)
  sessionStore.remove(key)
  return typeof kept === 'string' && /^\/(?![/\\])/.test(kept) ? kept : null
}
