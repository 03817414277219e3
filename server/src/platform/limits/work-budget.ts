import { CallError } from '../http/call-error.ts'
import { createSemaphore } from '../semaphore.ts'

/** Divides one process's capacity, so that no one slows everyone else down. */
export interface WorkBudget {
  /** Does work on someone's behalf, possibly after waiting for a turn. Throws TOO-MANY-REQUESTS if they have used up their share. */
  spend<T>(by: Worker, work: () => Promise<T>): Promise<T>
}

/** The owner of a share: an account, or an address, behind which there may be many people. */
export interface Worker {
  readonly kind: 'account' | 'address'
  readonly whose: string
}

interface Share {
  /** How many tasks run at once, and how many more may wait. */
  readonly atOnce: number
  readonly waiting: number
  /** Burst size, and the refill per second. */
  readonly inARow: number
  readonly perSecond: number
}

const shares: Readonly<Record<Worker['kind'], Share>> = {
  account: { atOnce: 2, waiting: 20, inARow: 120, perSecond: 2 },
  address: { atOnce: 6, waiting: 60, inARow: 600, perSecond: 10 },
}

interface Held {
  readonly share: Share
  readonly semaphore: ReturnType<typeof createSemaphore>
  /** Number of tasks that run or wait. */
  open: number
  /** Remaining allowance, as of `at` (in ms). */
  left: number
  at: number
}

const tidyEveryMs = 60_000

export function createWorkBudget(now: () => number = () => performance.now()): WorkBudget {
  const all = new Map<string, Held>()
  let tidiedAt = now()
  return {
    spend: async (by, work) => {
      tidy()
      const held = hold(by)
      const { atOnce, waiting, perSecond } = held.share
      if (held.open >= atOnce + waiting) throw new CallError('TOO-MANY-REQUESTS', { retryAfterS: 1 })
      if (held.left < 1) {
        throw new CallError('TOO-MANY-REQUESTS', { retryAfterS: Math.ceil((1 - held.left) / perSecond) })
      }
      held.left -= 1
      held.open += 1
      try {
        return await held.semaphore(work)
      } finally {
        held.open -= 1
      }
    },
  }

  function hold({ kind, whose }: Worker): Held {
    const key = `${kind} ${whose}`
    const share = shares[kind]
    const held = all.get(key) ?? {
      share,
      semaphore: createSemaphore(share.atOnce),
      open: 0,
      left: share.inARow,
      at: now(),
    }
    all.set(key, held)
    refill(held)
    return held
  }

  function refill(held: Held): void {
    const { inARow, perSecond } = held.share
    held.left = Math.min(inARow, held.left + ((now() - held.at) / 1000) * perSecond)
    held.at = now()
  }

  /** Deletes shares that are full again. */
  function tidy(): void {
    if (now() - tidiedAt < tidyEveryMs) return
    tidiedAt = now()
    for (const [key, held] of all) {
      refill(held)
      if (held.open === 0 && held.left >= held.share.inARow) all.delete(key)
    }
  }
}
