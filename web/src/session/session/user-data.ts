import { sessionStore } from '../../base/storage/storage.ts'

const key = 'UserData'

/** Cookie and stored key of the session token, whose value is the moment of the sign-in (SI-9). */
export const sessionTokenKey = 'sessionToken'

/**
 * Notes in this browser tab who is signed in (SI-5): only the login ID, in session storage. Other parts of the record are requested where
 * they are used, so that none of it can be outdated or left behind.
 */
export function storeUserData(logonId: string) {
  sessionStore.set(key, { logonId: logonId.toUpperCase(), isLoggedIn: true })
}

/** Whether someone has signed in in this browser tab, as far as the page knows. */
export function hasUserData(): boolean {
  return sessionStore.get(key) !== null
}

/** Clears who signed in in this browser tab, and in which session. */
export function clearUserData() {
  sessionStore.remove(key)
  sessionStore.remove(sessionTokenKey)
}
