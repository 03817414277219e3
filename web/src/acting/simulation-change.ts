import { getUserInfo } from '@portico/contract/calls/identity'
import { api } from '../api/api.ts'
import { forgetToken } from '../api/token.ts'
import { storeUserData, toUserData } from '../session/user-data.ts'

/** Tells the other browser tabs when the session becomes someone else's (CS-1). */
const channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('portico-simulation')

/** The browser tab forgets the person it showed before, loads the one it shows now, and tells the other tabs. */
export async function turnToSomebodyElse() {
  channel?.postMessage('changed')
  await startAnew()
}

/** Listens for other browser tabs saying that the session is now someone else's; returns a function that stops it. */
export function hearSimulationChange(listener: () => void): () => void {
  const hear = () => startAnew().then(listener)
  channel?.addEventListener('message', hear)
  return () => channel?.removeEventListener('message', hear)
}

async function startAnew() {
  forgetToken()
  sessionStorage.clear()
  // If the session has ended by itself, the next page finds out who it belongs to.
  await api.call(getUserInfo, { mayBeOver: true }).then(
    (user) => storeUserData(toUserData(user)),
    () => {},
  )
}
