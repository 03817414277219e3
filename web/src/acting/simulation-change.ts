import { getUserInfo } from '@portico/contract/calls/identity'
import { api } from '../api/api.ts'
import { forgetToken } from '../api/token.ts'
import { storeUserData, toUserData } from '../session/user-data.ts'

/** Tells the other tabs when the session becomes someone else's (CS-1). */
const channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('portico-simulation')

/** The tab forgets the person it showed before, learns who it shows now, and tells the other tabs. */
export async function turnToSomebodyElse() {
  channel?.postMessage('changed')
  await startAnew()
}

/** Hears from other tabs that the session is someone else's now; returns how to stop. */
export function hearSimulationChange(listener: () => void): () => void {
  const hear = () => startAnew().then(listener)
  channel?.addEventListener('message', hear)
  return () => channel?.removeEventListener('message', hear)
}

async function startAnew() {
  forgetToken()
  sessionStorage.clear()
  // Where the session has ended by itself the next page finds out who it is.
  await api.call(getUserInfo, { mayBeOver: true }).then(
    (user) => storeUserData(toUserData(user)),
    () => {},
  )
}
