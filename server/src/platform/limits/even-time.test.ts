import { expect, test } from 'vitest'
import { createEvenTime } from './even-time.ts'

/** A clock that moves only when someone waits on it. */
function createClock() {
  let now = 1_000
  return {
    now: () => now,
    pause: async (ms: number) => {
      now += ms
    },
  }
}

test('RG-2 little work, much work and failing work answer at the same moment, and longer work at the next', async () => {
  for (const [workMs, atMs] of [
    [0, 300],
    [40, 300],
    [299, 300],
    [320, 600],
  ] as const)
    for (const fails of [false, true]) {
      const clock = createClock()
      const began = clock.now()
      const work = createEvenTime(
        300,
        clock,
      )(async () => {
        await clock.pause(workMs)
        if (fails) throw new Error('refused')
        return workMs
      })
      if (fails) await expect(work).rejects.toThrow('refused')
      else expect(await work).toBe(workMs)
      expect([workMs, clock.now() - began]).toEqual([workMs, atMs])
    }
})
