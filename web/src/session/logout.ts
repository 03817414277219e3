import type { PayloadOf } from '@portico/contract/call'
import { logout } from '@portico/contract/calls/identity'
import { api } from '../api/api.ts'
import { ApiError } from '../api/error.ts'
import { forgetToken } from '../api/token.ts'
import { clearUserData } from './user-data.ts'

/** Heard by whatever ends with the session. */
const logoutEvent = 'portico:logout'

/**
 * Signs out (SO-1): the stored user goes, the service is called, everything kept for the tab is cleared, then the answer
 * says where to go; the default is the brand's home. Throws when the session may still live on the server.
 */
export async function logOut({ home }: { readonly home: string }) {
  clearUserData()
  const { nextAction, redirectionUrl } = await endSession()
  forgetToken()
  sessionStorage.clear()
  document.dispatchEvent(new Event(logoutEvent))
  if (nextAction === undefined) console.error('Could not find the logout action from service')
  if (nextAction === 'stopSimulation') location.reload()
  else location.assign((nextAction === 'redirect' && redirectionUrl) || home)
}

type LogoutInfo = Partial<PayloadOf<typeof logout>['logoutInfo']>

async function endSession(): Promise<LogoutInfo> {
  try {
    return (await api.call(logout)).logoutInfo ?? {}
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) return { nextAction: 'default' }
    console.error('Logout failed, please close the browser')
    throw error
  }
}
