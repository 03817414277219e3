import { CallError } from '../http/call-error.ts'
import { createSemaphore } from '../semaphore.ts'

/** Shares the work of one process out, so that nobody slows everybody down. */
export interface WorkBudget {
  /** Does some work for someone, who may have to wait for a turn. Throws TOO-MANY-REQUESTS if they have used up their share. */
  spend<T>(by: Worker, work: () => Promise<T>): Promise<T>
}

/** Whose share it is: an account's, or an address's, behind which there may be many people. */
export interface Worker {
  readonly kind: 'account' | 'address'
  readonly whose: string
}

interface Share {
  /** How much is worked on at a time, and how much more may wait. */
  readonly atOnce: number
  readonly waiting: number
  /** How much may be asked for in a row, and how much a second after that. */
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
  /** What is worked on or waits. */
  open: number
  /** How much may still be asked for, as of a moment in ms. */
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

  /** Forgets those whose share is whole again. */
  function tidy(): void {
    if (now() - tidiedAt < tidyEveryMs) return
    tidiedAt = now()
    for (const [key, held] of all) {
      refill(held)
      if (held.open === 0 && held.left >= held.share.inARow) all.delete(key)
    }
  }
}
