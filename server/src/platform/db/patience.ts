import { AsyncLocalStorage } from 'node:async_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import { isOutage } from './unavailable.ts'

/** Until when what runs now may wait for a database that is away, on the clock of `performance`. */
const until = new AsyncLocalStorage<number>()

const firstPauseMs = 100
const longestPauseMs = 1_000

/**
 * Lets work wait up to `ms` for a database that cannot be reached, e.g. until another server has taken the place of one that is lost
 * (OP-2). Work that may be done twice is also begun again if it loses its connection.
 */
export function waitThroughOutage<T>(
  { ms, mayRepeat }: { readonly ms: number; readonly mayRepeat: boolean },
  work: () => Promise<T>,
): Promise<T> {
  return until.run(performance.now() + ms, () => (mayRepeat ? retryWhile(isOutage, work) : work()))
}

/** Tries again, after longer and longer pauses, as long as `isPassing` says that it may help and there is time left. */
export async function retryWhile<T>(isPassing: (error: Error) => boolean, work: () => Promise<T>): Promise<T> {
  for (let pause = firstPauseMs; ; pause = Math.min(longestPauseMs, pause * 2)) {
    try {
      return await work()
    } catch (error) {
      const left = (until.getStore() ?? 0) - performance.now()
      if (left <= 0 || !(error instanceof Error) || !isPassing(error)) throw error
      // Spread, so that those who wait do not all come at once.
      await sleep(Math.min(left, pause * (0.75 + Math.random() / 2)))
    }
  }
}
