import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createEvenTime } from './even-time.ts'

const inEvenTime = createEvenTime()

test('RG-2 much work, little work and work that fails answer at the same moment', async () => {
  const times = await Promise.all(
    [0, 40, 120].flatMap((ms) =>
      [false, true].map(async (fails) => {
        const began = performance.now()
        const work = inEvenTime(async () => {
          await pause(ms)
          if (fails) throw new Error('refused')
          return ms
        })
        if (fails) await expect(work).rejects.toThrow('refused')
        else expect(await work).toBe(ms)
        return performance.now() - began
      }),
    ),
  )
  expect(Math.min(...times)).toBeGreaterThan(295)
  expect(Math.max(...times) - Math.min(...times)).toBeLessThan(60)
})
