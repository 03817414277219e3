/** Resolves once the page has nothing better to do; after `longestWaitMs` at the latest, where that is given. */
export function idle(longestWaitMs = 0): Promise<unknown> {
  return new Promise((done) =>
    window.requestIdleCallback ? window.requestIdleCallback(done, { timeout: longestWaitMs }) : setTimeout(done),
  )
}
