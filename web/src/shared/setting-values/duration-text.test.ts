import { expect, test } from 'vitest'
import { durationText } from './duration-text.ts'

test.each([
  [900_000, 'en-US', '15 minutes'],
  [84_000, 'en-US', '84 seconds'],
  [500, 'en-US', '0.5 seconds'],
  [3_600_000, 'es-US', '1 hora'],
])('CT-9 %d ms in %s: %s', (ms, locale, words) => {
  expect(durationText(ms, locale)).toBe(words)
})
