/** An answer that has not arrived yet, for everyone who waits for it. */
export interface Deferred {
  readonly promise: Promise<unknown>
  resolve(value: unknown): void
  reject(reason: unknown): void
}

/** It can be settled only once: a second time throws, since that answer would be lost silently (HT-3). */
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
