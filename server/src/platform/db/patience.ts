import { AsyncLocalStorage } from 'node:async_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import { isOutage } from './unavailable.ts'

interface Patience {
  /** Until when it may wait for a database that is away, on the clock of `performance`. */
  readonly until: number
  readonly mayReadElsewhere: boolean
}

/** How patient what runs now is. */
const patience = new AsyncLocalStorage<Patience>()

/** Whether a standby may answer what runs now while the primary is away: it shows nothing of anyone, so that no log has to know (OP-2). */
export function mayReadElsewhere(): boolean {
  return patience.getStore()?.mayReadElsewhere ?? false
}

const firstPauseMs = 100
const longestPauseMs = 1_000

/**
 * Lets work wait up to `ms` for a database that cannot be reached, e.g. until another server has taken the place of one that is lost
 * (OP-2). Work that may be done twice is also begun again if it loses its connection.
 */
export function waitThroughOutage<T>(
  { ms, mayRepeat, ...how }: { readonly ms: number; readonly mayRepeat: boolean } & Pick<Patience, 'mayReadElsewhere'>,
  work: () => Promise<T>,
): Promise<T> {
  return patience.run({ until: performance.now() + ms, ...how }, () =>
    mayRepeat ? retryWhile(isOutage, work) : work(),
  )
}

/** Tries again, after longer and longer pauses, as long as `isPassing` says that it may help and there is time left. */
export async function retryWhile<T>(isPassing: (error: Error) => boolean, work: () => Promise<T>): Promise<T> {
  for (let pause = firstPauseMs; ; pause = Math.min(longestPauseMs, pause * 2)) {
    try {
      return await work()
    } catch (error) {
      const left = (patience.getStore()?.until ?? 0) - performance.now()
      if (left <= 0 || !(error instanceof Error) || !isPassing(error)) throw error
      // Spread, so that those who wait do not all come at once.
      await sleep(Math.min(left, pause * (0.75 + Math.random() / 2)))
    }
  }
}
