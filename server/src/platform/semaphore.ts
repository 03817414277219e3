/** Runs at most `max` tasks at once, and the others in order of arrival. */
export function createSemaphore(max: number): <T>(task: () => Promise<T>) => Promise<T> {
  const waiting: (() => void)[] = []
  let running = 0
  return async (task) => {
    if (running >= max) await new Promise<void>((resolve) => waiting.push(resolve))
    else running++
    try {
      return await task()
    } finally {
      // Passes the slot to the next waiting task.
      const next = waiting.shift()
      if (next) next()
      else running--
    }
  }
}
