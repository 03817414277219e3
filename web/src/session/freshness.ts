import { getUserInfo } from '@portico/contract/calls/identity'
import { type Freshness, sessionFreshness } from '@portico/rules/session/freshness'
import { api } from '../api/api.ts'
import { readCookie } from '../storage/page-cookies.ts'
import { sessionStore } from '../storage/storage.ts'
import { clearUserData, sessionTokenKey, storeUserData, toUserData } from './user-data.ts'

/** What the session token cookie says about what the browser tab has stored. */
export function currentFreshness(): Freshness {
  const stored = sessionStore.get(sessionTokenKey)
  return sessionFreshness(readCookie(sessionTokenKey) ?? null, typeof stored === 'string' ? stored : null)
}

/** Compares and stores the session token; data left from another session is logged, deleted and then requested again (SI-9). */
export function refreshSession() {
  const stale = currentFreshness() === 'stale'
  if (stale) {
    console.warn('The stored session is stale: what was kept of the member is deleted')
    clearUserData()
  }
  const token = readCookie(sessionTokenKey)
  if (token !== undefined) sessionStore.set(sessionTokenKey, token, { ttlMs: null })
  if (stale) {
    api.call(getUserInfo).then(
      (info) => storeUserData(toUserData(info)),
      () => {},
    )
  }
}
