import { sessionStore } from '../../base/storage/storage.ts'

const key = 'passwordSet'

/** Marks that the password was set in this browser tab, so that it is not required again, whatever an older page says (SI-7). */
export function markPasswordSet() {
  sessionStore.set(key, true)
}

export function isPasswordSet(): boolean {
  return sessionStore.get(key) === true
}

/** Another sign-in may be by someone whose password is due. */
export function forgetPasswordSet() {
  sessionStore.remove(key)
}
