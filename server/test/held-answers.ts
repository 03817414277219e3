import { expect } from 'vitest'
import type { InEvenTime } from '../src/platform/limits/even-time.ts'

/**
 * Expects that answers come no sooner than their even moment, whatever has been found out by then, and returns them. `even-time.test.ts`
 * holds the moments, in whose place it sets steps of its own.
 */
export async function expectAnswersHeld<T>(
  origin: string,
  setSteps: (inEvenTime: InEvenTime) => void,
  asking: readonly (() => Promise<T>)[],
): Promise<T[]> {
  const moment = Promise.withResolvers<void>()
  let worked = 0
  let answered = 0
  setSteps(async (work) => {
    try {
      return await work()
    } finally {
      worked += 1
      await moment.promise
    }
  })
  const answers = Promise.all(
    asking.map(async (one) => {
      const answer = await one()
      answered += 1
      return answer
    }),
  )
  await expect.poll(() => worked).toBe(asking.length)
  // Another call, begun afterwards, is answered first.
  expect((await fetch(`${origin}/health/live`)).status).toBe(200)
  expect(answered).toBe(0)
  moment.resolve()
  return answers
}
