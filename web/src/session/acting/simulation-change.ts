import { forgetToken } from '../../base/api/token.ts'

/** Tells the other browser tabs when the session becomes someone else's (CS-1). */
const channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('portico-simulation')

/** The browser tab forgets the person it showed before, and tells the other tabs; the page that is loaded next notes who it shows. */
export function turnToSomebodyElse() {
  channel?.postMessage('changed')
  startAnew()
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

function startAnew() {
  forgetToken()
  sessionStorage.clear()
}
