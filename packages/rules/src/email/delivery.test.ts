import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { EMAIL_GIVE_UP_MS, nextEmailTry } from './delivery.ts'

const away = { reply: null, ofTheEmail: false }
const at = (attempts: number, ageMs = 0) => ({ attempts, ageMs, chance: 0 })

test('MC-6 an e-mail is retried after 15 seconds, then after longer and longer pauses, an hour at most', () => {
  const pauses = [1, 2, 3, 9, 500].map((attempts) => nextEmailTry(away, at(attempts)))
  expect(pauses).toEqual([15_000, 30_000, 60_000, 3_600_000, 3_600_000])
})

test('MC-6 it is given up after three days, or at once if refused for good', () => {
  expect(nextEmailTry(away, at(3, EMAIL_GIVE_UP_MS - 1))).not.toBeNull()
  expect(nextEmailTry(away, at(3, EMAIL_GIVE_UP_MS))).toBeNull()
  expect(nextEmailTry({ reply: 550, ofTheEmail: true }, at(1))).toBeNull()
})

test('MC-6 greylisting, a full server or a wrong password of ours does not count as a refusal of the e-mail', () => {
  for (const failure of [
    { reply: 451, ofTheEmail: true },
    { reply: 421, ofTheEmail: false },
    { reply: 535, ofTheEmail: false },
    away,
  ])
    expect(nextEmailTry(failure, at(1))).toBe(15_000)
})

test('MC-6 a pause is never none and never longer than an hour', () => {
  const chance = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true })
  fc.assert(
    fc.property(fc.nat(), chance, (attempts, luck) => {
      const pause = nextEmailTry(away, { attempts, ageMs: 0, chance: luck })
      expect(pause).toBeGreaterThan(11_000)
      expect(pause).toBeLessThanOrEqual(3_600_000)
    }),
  )
})
