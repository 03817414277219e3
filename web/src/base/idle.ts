/** Resolves once the page is idle; after `longestWaitMs` at the latest, if that is given. */
export function idle(longestWaitMs = 0): Promise<unknown> {
  return new Promise((done) =>
    window.requestIdleCallback ? window.requestIdleCallback(done, { timeout: longestWaitMs }) : setTimeout(done),
  )
}
