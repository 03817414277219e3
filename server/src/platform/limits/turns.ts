import { CallError } from '../http/call-error.ts'

export interface Turns {
  /** Does work, unless other work for the same subject is under way; then throws TOO-MANY-REQUESTS. */
  alone<T>(whose: string, work: () => Promise<T>): Promise<T>
}

const busyS = 60

export function createTurns(): Turns {
  const working = new Set<string>()
  return {
    alone: async (whose, work) => {
      if (working.has(whose)) throw new CallError('TOO-MANY-REQUESTS', { retryAfterS: busyS })
      working.add(whose)
      try {
        return await work()
      } finally {
        working.delete(whose)
      }
    },
  }
}
