import { sessionStore } from '../../base/storage/storage.ts'

const key = 'UserData'

/** Cookie and stored key of the session token, whose value is the moment of the sign-in (SI-9). */
export const sessionTokenKey = 'sessionToken'

/**
 * Notes in this browser tab who is signed in (SI-5): only that, in session storage. The rest of the record is asked for where it is used, so
 * that nothing of it can be out of date or be left behind.
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
