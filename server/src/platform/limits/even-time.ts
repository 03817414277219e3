import { setTimeout as pause } from 'node:timers/promises'

/**
 * Does work, and returns or throws at the next of evenly spaced times after its start, so that the duration reveals nothing (RG-2): the
 * difference between a known and an unknown person is far smaller than a step.
 */
export type InEvenTime = <T>(work: () => Promise<T>) => Promise<T>

interface Clock {
  /** In ms. */
  now(): number
  pause(ms: number): Promise<unknown>
}

const realClock: Clock = { now: () => performance.now(), pause }

export function createEvenTime(stepMs = 300, clock: Clock = realClock): InEvenTime {
  return async (work) => {
    const began = clock.now()
    try {
      return await work()
    } finally {
      await clock.pause(stepMs - ((clock.now() - began) % stepMs))
    }
  }
}
