/** An answer that is still to come, given to everyone who waits for it. */
export interface Deferred {
  readonly promise: Promise<unknown>
  resolve(value: unknown): void
  reject(reason: unknown): void
}

/** The answer is given once: a second one throws, because it would be lost in silence (HT-3). */
export function createDeferred(): Deferred {
  let fulfilled = false
  const once = (give: (given: unknown) => void) => (given: unknown) => {
    if (fulfilled) throw new Error('This deferred has already been fulfilled.')
    fulfilled = true
    give(given)
  }
  let resolve = once(() => {})
  let reject = resolve
  const promise = new Promise((give, fail) => {
    resolve = once(give)
    reject = once(fail)
  })
  return { promise, resolve, reject }
}
