import type { PayloadOf } from '@portico/contract/call'
import { logout } from '@portico/contract/calls/identity'
import type { PageState } from '@portico/contract/page'
import { isOwnAddress, type SignOutReason } from '@portico/rules/session/sign-out'
import { api } from '../api/api.ts'
import { forgetAnswers } from '../api/cache.ts'
import { ApiError } from '../api/error.ts'
import { forgetToken } from '../api/token.ts'
import { clearUserData, sessionTokenKey } from '../session/user-data.ts'
import { readCookie } from '../storage/page-cookies.ts'
import { tellTabs } from '../timers/browser-tabs.ts'
import { readOn, stopSession } from '../timers/running.ts'
import { clearPageCookies, clearProxy, clearTab } from './leftovers.ts'
import { presentPath, writeSignOutNote } from './sign-out-note.ts'

/** Heard by whatever ends with the session. */
const logoutEvent = 'portico:logout'

/** Actor type of a customer-service rep, who goes back to the staff's own sign-in (SO-3). */
const repActorType = 'CSR/DAS'

/** Whether the page is on its way out: what else ends the session in the meantime changes nothing. */
let leaving = false

/**
 * Signs out in the order of SO-1 and leaves nothing behind, drafts neither. Throws when the session may still live on the
 * server.
 */
export async function logOut({ brand, session }: Pick<PageState, 'brand' | 'session'>) {
  leaving = true
  beginLeaving()
  const { nextAction, redirectionUrl = null } = await endSession().catch((error: unknown) => {
    leaving = false
    readOn()
    throw error
  })
  const reason = nextAction === 'stopSimulation' ? 'simulation-ended' : 'signed-out'
  // The answer has brought the rep's own cookies back (CS-1); else nothing stays.
  if (nextAction !== 'stopSimulation') clearPageCookies()
  finishLeaving(reason, null)
  tellTabs({ type: 'signed-out', reason })

  if (session?.actorType === repActorType) location.assign(brand.links.staff)
  else if (nextAction === 'stopSimulation') location.reload()
  else if (nextAction === 'redirect' && redirectionUrl !== null && isOwnAddress(redirectionUrl, brand.domains))
    location.assign(redirectionUrl)
  else location.assign(brand.links.home)
}

/** How someone is signed out without having asked for it in this tab. */
export interface SignOutCause {
  readonly reason: SignOutReason
  /** The person whose drafts stay in the tab; null: nothing stays, and no one is led back. */
  readonly draftsOf: string | null
  /** Address of the logout page, with the path that development puts before it. */
  readonly logoutPage: string
  /** Another tab has ended the session. */
  readonly heard?: boolean
}

/**
 * Ends the session for this page and goes to the logout page, which tells why (SO-5). What the page itself ends by
 * inactivity ends on the server too (SE-1); should that fail, the logout page tries again.
 */
export async function leave({ reason, draftsOf, logoutPage, heard = false }: SignOutCause) {
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

/** The logged-in flag goes, time-out and keep-alive stop, the proxy is cleared. */
function beginLeaving() {
  clearUserData()
  stopSession()
  clearProxy()
}

/** The cache is cleared after the cookies, then listeners are told. */
function finishLeaving(reason: SignOutReason, draftsOf: string | null) {
  forgetToken()
  forgetAnswers()
  clearTab(draftsOf)
  document.dispatchEvent(new CustomEvent(logoutEvent, { detail: reason }))
}

/** Every tab comes to its end at the same moment: one of them tells the server. */
async function endOnce() {
  const end = () => (readCookie(sessionTokenKey) === undefined ? null : endSession('inactivity'))
  await (navigator.locks ? navigator.locks.request('portico.ending', end) : end())
}

type LogoutInfo = Partial<PayloadOf<typeof logout>['logoutInfo']>

/** Calls the logout service; a session that is over already needs none. */
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
