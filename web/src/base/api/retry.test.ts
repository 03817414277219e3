import fc from 'fast-check'
import { expect, test } from 'vitest'
import { pauseBeforeRetry } from './retry.ts'

const now = Date.parse('2026-11-20T12:00:00Z')
const pause = (failed: { status?: number; code?: string; retryAfter?: string | null }, tried = 1, chance = 0.5) =>
  pauseBeforeRetry({ status: 503, code: 'UNAVAILABLE', retryAfter: null, ...failed }, { tried, now, chance })

test('HT-1 a temporary failure is tried again twice, after a longer pause each time', () => {
  for (const failed of [{ status: 502 }, { status: 503 }, { status: 504 }, { status: 0, code: 'NETWORK' }]) {
    expect([1, 2, 3].map((tried) => pause(failed, tried))).toEqual([300, 900, null])
  }
})

test('HT-1 nothing else is tried again', () => {
  for (const status of [200, 400, 401, 403, 404, 407, 409, 429, 500, 501]) expect(pause({ status })).toBeNull()
  expect(pause({ status: 0, code: 'TIMEOUT' })).toBeNull()
})

test('HT-1 Retry-After is honoured in both its forms; a long one is left to the person', () => {
  expect(pause({ retryAfter: '2' })).toBe(2000)
  expect(pause({ retryAfter: 'Fri, 20 Nov 2026 12:00:05 GMT' })).toBe(5000)
  expect(pause({ retryAfter: '0' })).toBe(300)
  expect(pause({ retryAfter: 'Fri, 20 Nov 2026 11:00:00 GMT' })).toBe(300)
  expect(pause({ retryAfter: 'soon' })).toBe(300)
  expect(pause({ retryAfter: '10' })).toBe(10_000)
  expect(pause({ retryAfter: '11' })).toBeNull()
})

test('HT-1 chance spreads the retries of many callers by a quarter either way', () => {
  fc.assert(
    fc.property(fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }), (chance) => {
      const waited = pause({}, 1, chance) ?? 0
      return waited >= 225 && waited <= 375
    }),
  )
})
