import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { LIVE_BEAT_MS, LIVE_SILENCE_MS, pauseBeforeReconnect } from './live.ts'

test('MC-6 a page reconnects after three seconds, then after longer and longer pauses, a minute at most', () => {
  expect([1, 2, 3, 4, 7, 8, 1000].map((failures) => pauseBeforeReconnect(failures, 0))).toEqual([
    3_000, 6_000, 12_000, 24_000, 60_000, 60_000, 60_000,
  ])
})

test('MC-6 pages that lose the server together reconnect spread out, and none immediately', () => {
  fc.assert(
    fc.property(fc.nat(), fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }), (failures, chance) => {
      const pause = pauseBeforeReconnect(failures, chance)
      expect(pause).toBeGreaterThanOrEqual(1_500)
      expect(pause).toBeLessThanOrEqual(60_000)
      expect(pause).toBeLessThanOrEqual(pauseBeforeReconnect(failures, 0))
    }),
  )
})

test('MC-6 a stream counts as dead only after several missed beats', () => {
  expect(LIVE_SILENCE_MS / LIVE_BEAT_MS).toBeGreaterThanOrEqual(2)
})
