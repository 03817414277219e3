import { setTimeout as pause } from 'node:timers/promises'

/**
 * Does work, and returns or throws at the next of evenly spaced moments since it began, so that the time taken reveals nothing (RG-2): the
 * difference between a known and an unknown person is far smaller than a step.
 */
export type InEvenTime = <T>(work: () => Promise<T>) => Promise<T>

export function createEvenTime(stepMs = 300): InEvenTime {
  return async (work) => {
    const began = performance.now()
    try {
      return await work()
    } finally {
      await pause(stepMs - ((performance.now() - began) % stepMs))
    }
  }
}
