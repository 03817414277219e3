import { setTimeout as pause } from 'node:timers/promises'

const stepMs = 300

/**
 * Does work and answers at the next of evenly spaced moments since it began, whether it went well or not, so that how long
 * it took tells nothing (RG-2): what a known and an unknown person take is far less than a step.
 */
export async function inEvenTime<T>(work: () => Promise<T>): Promise<T> {
  const began = performance.now()
  try {
    return await work()
  } finally {
    await pause(stepMs - ((performance.now() - began) % stepMs))
  }
}
