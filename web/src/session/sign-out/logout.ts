import type { PayloadOf } from '@portico/contract/call'
import { logout } from '@portico/contract/calls/identity'
import type { PageState } from '@portico/contract/page'
import { isOwnAddress, type SignOutReason } from '@portico/rules/session/sign-out'
import { api } from '../../base/api/api.ts'
import { forgetAnswers } from '../../base/api/cache.ts'
import { ApiError } from '../../base/api/error.ts'
import { readOn, stopSession } from '../../base/api/running.ts'
import { forgetToken } from '../../base/api/token.ts'
import { readCookie } from '../../base/storage/page-cookies.ts'
import { isTurning } from '../acting/simulation-change.ts'
import { clearUserData, sessionTokenKey } from '../session/user-data.ts'
import { tellTabs } from '../timers/browser-tabs.ts'
import { clearPageCookies, clearProxy, clearTab } from './leftovers.ts'
import { presentPath, writeSignOutNote } from './sign-out-note.ts'

/** For everything that ends with the session. */
const logoutEvent = 'portico:logout'

/** Actor type of a customer-service rep, who returns to the staff's own sign-in (SO-3). */
const repActorType = 'CSR/DAS'

/** Whether the page is being left: anything else that ends the session meanwhile changes nothing. */
let leaving = false

/**
 * Signs out in the order of SO-1 and leaves nothing behind, not even drafts. Throws when the session may still be open on the
 * server.
 */
export async function logOut({ brand, session }: Pick<PageState, 'brand' | 'session'>) {
  leaving = true
  beginLeaving()
  const {
    nextAction,
    redirectionUrl = null,
    provider,
  } = await endSession().catch((error: unknown) => {
    leaving = false
    readOn()
    throw error
  })
  const reason = nextAction === 'stopSimulation' ? 'simulation-ended' : 'signed-out'
  // After `stopSimulation` the answer has restored the rep's own cookies (CS-1); otherwise all are cleared.
  if (nextAction !== 'stopSimulation') clearPageCookies()
  finishLeaving(reason, null)
  tellTabs({ type: 'signed-out', reason })

  if (provider !== undefined) location.assign(provider)
  else if (session?.actorType === repActorType) location.assign(brand.links.staff)
  else if (nextAction === 'stopSimulation') location.reload()
  else if (nextAction === 'redirect' && redirectionUrl !== null && isOwnAddress(redirectionUrl, brand.domains))
    location.assign(redirectionUrl)
  else location.assign(brand.links.home)
}

/** How someone was signed out without requesting it in this browser tab. */
export interface SignOutCause {
  readonly reason: SignOutReason
  /** The person whose drafts stay in the browser tab; null: nothing stays, and there is no way back to the page. */
  readonly draftsOf: string | null
  /** Address of the logout page, including the development path. */
  readonly logoutPage: string
  /** Whether another browser tab has ended the session. */
  readonly heard?: boolean
}

/**
 * Ends the session for this page and goes to the logout page, which says why (SO-5). If the page itself ends it for inactivity, it
 * also ends on the server (SE-1); if that fails, the logout page tries again.
 */
export async function leave({ reason, draftsOf, logoutPage, heard = false }: SignOutCause) {
  if (reason === 'ended' && (await isTurning())) return
  if (leaving) return
  leaving = true
  const from = draftsOf === null ? null : presentPath()
  beginLeaving()
  if (reason === 'inactivity' && !heard) {
    await endOnce().catch(() => {})
    tellTabs({ type: 'signed-out', reason })
  }
  clearPageCookies()
  finishLeaving(reason, draftsOf)
  writeSignOutNote({ reason, from })
  location.assign(logoutPage)
}

/** Clears the logged-in flag, stops time-out and keep-alive, clears the proxy. */
function beginLeaving() {
  clearUserData()
  stopSession()
  clearProxy()
}

/** Clears the cache after the cookies, then notifies listeners. */
function finishLeaving(reason: SignOutReason, draftsOf: string | null) {
  forgetToken()
  forgetAnswers()
  clearTab(draftsOf)
  document.dispatchEvent(new CustomEvent(logoutEvent, { detail: reason }))
}

/** All browser tabs time out at the same moment, so only one of them calls the server. */
async function endOnce() {
  const end = () => (readCookie(sessionTokenKey) === undefined ? null : endSession('inactivity'))
  await (navigator.locks ? navigator.locks.request('portico.ending', end) : end())
}

type LogoutInfo = Partial<PayloadOf<typeof logout>['logoutInfo']>

/** Calls the logout service; a session that is already over does not need it. */
async function endSession(cause?: 'inactivity'): Promise<LogoutInfo> {
  try {
    const { logoutInfo } = await api.call(logout, { query: { cause }, mayBeOver: true })
    if (logoutInfo?.nextAction === undefined) console.error('Could not find the logout action from service')
    return logoutInfo ?? {}
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) return { nextAction: 'default' }
    console.error('Logout failed, please close the browser')
    throw error
  }
}
