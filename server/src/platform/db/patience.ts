import { AsyncLocalStorage } from 'node:async_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import { isOutage } from './unavailable.ts'

interface Patience {
  /** Deadline for waiting for an unavailable database, on the clock of `performance`. */
  readonly until: number
  readonly mayReadElsewhere: boolean
}

/** The patience of the current asynchronous context. */
const patience = new AsyncLocalStorage<Patience>()

/**
 * Whether a standby may serve the current work while the primary is unavailable: only work that shows no one's data, and so needs no audit
 * event (OP-2).
 */
export function mayReadElsewhere(): boolean {
  return patience.getStore()?.mayReadElsewhere ?? false
}

const firstPauseMs = 100
const longestPauseMs = 1_000

/**
 * Lets work wait up to `ms` for an unreachable database, e.g. until another server has replaced a lost one (OP-2). Repeatable work also
 * starts over if it loses its connection.
 */
export function waitThroughOutage<T>(
  { ms, mayRepeat, ...how }: { readonly ms: number; readonly mayRepeat: boolean } & Pick<Patience, 'mayReadElsewhere'>,
  work: () => Promise<T>,
): Promise<T> {
  return patience.run({ until: performance.now() + ms, ...how }, () =>
    mayRepeat ? retryWhile(isOutage, work) : work(),
  )
}

/** Retries with growing pauses while `isPassing` says that a retry may help and there is time left. */
export async function retryWhile<T>(isPassing: (error: Error) => boolean, work: () => Promise<T>): Promise<T> {
  for (let pause = firstPauseMs; ; pause = Math.min(longestPauseMs, pause * 2)) {
    try {
      return await work()
    } catch (error) {
      const left = (patience.getStore()?.until ?? 0) - performance.now()
      if (left <= 0 || !(error instanceof Error) || !isPassing(error)) throw error
      // Jittered, so that waiting callers do not all retry at once.
      await sleep(Math.min(left, pause * (0.75 + Math.random() / 2)))
    }
  }
}
