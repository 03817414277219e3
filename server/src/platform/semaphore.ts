/** Runs at most `max` tasks at once, and the others in the order in which they came. */
export function createSemaphore(max: number): <T>(task: () => Promise<T>) => Promise<T> {
  const waiting: (() => void)[] = []
  let running = 0
  return async (task) => {
    if (running >= max) await new Promise<void>((resolve) => waiting.push(resolve))
    else running++
    try {
      return await task()
    } finally {
      // The next one that waits takes the place.
      const next = waiting.shift()
      if (next) next()
      else running--
    }
  }
}
