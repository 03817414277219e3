import { sessionCookies } from '@portico/contract/calls/tokens'
import { api } from '../../base/api/api.ts'
import { forgetAnswers } from '../../base/api/cache.ts'
import { forgetToken } from '../../base/api/token.ts'
import { clearUserData } from '../session/user-data.ts'
import { clearPageCookies, clearProxy, clearTabExceptDrafts } from './leftovers.ts'

/**
 * Removes everything that a session has left in this browser: cookies, tokens and whatever is stored for the browser tab (SO-5,
 * ER-10). Drafts stay for the person who wrote them (MC-3): whoever signs in next, those of others are removed.
 */
export async function clearSession(): Promise<void> {
  clearUserData()
  forgetToken()
  forgetAnswers()
  clearTabExceptDrafts()
  clearProxy()
  clearPageCookies()
  // If the server cannot be reached, there is nothing more to clear.
  await api.call(sessionCookies, { body: { action: 'delete-token' } }).catch(() => {})
}
