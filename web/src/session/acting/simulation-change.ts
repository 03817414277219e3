import { stopSession } from '../../base/api/running.ts'
import { forgetToken } from '../../base/api/token.ts'

/** Tells the other browser tabs when the session becomes someone else's (CS-1). */
const channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('portico-simulation')

/** The pending change of the session to somebody else; false once it has failed. */
let turning: Promise<boolean> = Promise.resolve(false)

/**
 * Switches the session to somebody else. The browser tab forgets the person it showed before, and tells the other tabs; the next page notes
 * whom it shows. Throws what the change throws.
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

/**
 * Whether the session is changing to somebody else: calls of the previous person's page may then be refused, which does not end the
 * session.
 */
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

/**
 * Stops everything that ran for the previous person before the next page loads: it would call in the other person's name, and be refused.
 */
function startAnew() {
  stopSession()
  forgetToken()
  sessionStorage.clear()
}
