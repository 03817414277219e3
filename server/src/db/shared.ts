/** Asks once for all who wait, and never answers anyone with what was asked for before they came. */
export function shared<T>(ask: () => Promise<T>): () => Promise<T> {
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
