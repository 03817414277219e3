import { isDraftKey } from '../../base/storage/draft-keys.ts'
import { deleteCookie } from '../../base/storage/page-cookies.ts'
import { metaKey, sessionStore } from '../../base/storage/storage.ts'

/** A session's cookies that the page can read (SO-5); the server deletes the others along with them. */
const pageCookies = ['ObSSOCookie', 'CommerceTokens', 'CommerceActivityToken', 'sessionToken'] as const

/** Cookie for a proxy session, in which someone acts for another person. */
const proxyCookie = 'HMCSRProxyToken'

export function clearProxy() {
  deleteCookie(proxyCookie)
}

export function clearPageCookies() {
  for (const name of pageCookies) deleteCookie(name)
}

/**
 * Clears what the browser tab stores for a session; the drafts of `draftsOf` (login ID) stay, so that nothing typed is lost (MC-3).
 */
export function clearTab(draftsOf: string | null) {
  removeKeys((key) => draftsOf === null || !isDraftKey(key, draftsOf))
}

/** Clears what the browser tab stores, except everyone's drafts: for when it is not known whose they are. */
export function clearTabExceptDrafts() {
  removeKeys((key) => !isDraftKey(key))
}

/** Removes what others wrote in this browser tab; called as soon as someone else signs in. */
export function removeDraftsOfOthers(owner: string) {
  removeKeys((key) => isDraftKey(key) && !isDraftKey(key, owner))
}

export function holdsDrafts(): boolean {
  return keys().some((key) => isDraftKey(key) && sessionStore.get(key) !== null)
}

function removeKeys(isUnwanted: (key: string) => boolean) {
  // `remove` also deletes a value's expiry time; the meta key stays, so that the remaining values still expire.
  for (const key of keys().filter((one) => one !== metaKey && isUnwanted(one))) sessionStore.remove(key)
}

/** Empty where storage is refused, since then nothing is stored. */
function keys(): string[] {
  try {
    return Object.keys(sessionStorage)
  } catch {
    return []
  }
}
