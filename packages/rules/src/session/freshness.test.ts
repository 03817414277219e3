import { expect, it } from 'vitest'
import { sessionFreshness } from './freshness.ts'

it.each([
  ['nothing stored', '1700000000000', null, 'fresh'],
  ['the same', '1700000000000', '1700000000000', 'fresh'],
  ['a different one', '1700000000001', '1700000000000', 'stale'],
  ['no cookie', null, '1700000000000', 'fresh'],
] as const)('SI-9 %s', (_name, cookie, stored, freshness) => {
  expect(sessionFreshness(cookie, stored)).toBe(freshness)
})
