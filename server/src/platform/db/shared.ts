/** Lets waiting callers share one request, but never answers a caller with a request that began before the caller asked. */
export function share<T>(ask: () => Promise<T>): () => Promise<T> {
  let running: Promise<unknown> = Promise.resolve()
  let next: Promise<T> | null = null
  return () => {
    next ??= running
      .catch(() => undefined)
      .then(() => {
        next = null
        const asked = ask()
        running = asked
        return asked
      })
    return next
  }
}
