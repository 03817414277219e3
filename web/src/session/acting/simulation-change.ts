import { stopSession } from '../../base/api/running.ts'
import { forgetToken } from '../../base/api/token.ts'

/** Tells the other browser tabs when the session becomes someone else's (CS-1). */
const channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('portico-simulation')

/** The session's change to somebody else that has been asked for; false once it has failed. */
let turning: Promise<boolean> = Promise.resolve(false)

/**
 * Makes the session somebody else's. The browser tab forgets the person it showed before, and tells the other tabs; the page that is loaded
 * next notes who it shows. Throws what the change throws.
 */
export async function turnToSomebodyElse(change: () => Promise<unknown>): Promise<void> {
  const changed = change()
  turning = changed.then(
    () => true,
    () => false,
  )
  await changed
  channel?.postMessage('changed')
  startAnew()
}

/** Whether the session is becoming somebody else's: what the page of the person before still asks may be refused, and ends nothing. */
export function isTurning(): Promise<boolean> {
  return turning
}

/** Listens for other browser tabs saying that the session is now someone else's; returns a function that stops it. */
export function hearSimulationChange(listener: () => void): () => void {
  const hear = () => {
    startAnew()
    listener()
  }
  channel?.addEventListener('message', hear)
  return () => channel?.removeEventListener('message', hear)
}

/** Whoever the page showed is gone before the next one is loaded: what ran for them would ask in the other's name, and be refused. */
function startAnew() {
  stopSession()
  forgetToken()
  sessionStorage.clear()
}
