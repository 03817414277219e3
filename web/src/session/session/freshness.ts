import { type Freshness, sessionFreshness } from '@portico/rules/session/freshness'
import { readCookie } from '../../base/storage/page-cookies.ts'
import { sessionStore } from '../../base/storage/storage.ts'
import { clearUserData, sessionTokenKey, storeUserData } from './user-data.ts'

/** How the session token cookie compares with what the browser tab has stored. */
export function currentFreshness(): Freshness {
  const stored = sessionStore.get(sessionTokenKey)
  return sessionFreshness(readCookie(sessionTokenKey) ?? null, typeof stored === 'string' ? stored : null)
}

/** Compares and stores the session token; leftovers of another session are logged and deleted (SI-9). Then notes who is signed in. */
export function refreshSession(logonId: string) {
  const stale = currentFreshness() === 'stale'
  if (stale) {
    console.warn('The stored session is stale: what was kept of the member is deleted')
    clearUserData()
  }
  const token = readCookie(sessionTokenKey)
  if (token !== undefined) sessionStore.set(sessionTokenKey, token, { ttlMs: null })
  storeUserData(logonId)
}
