import { expect, test } from 'vitest'
import { ApiError } from './error.ts'
import { isGone } from './is-gone.ts'

test.each([
  [410, 'CHALLENGE-EXPIRED', true],
  [404, 'NOT-FOUND', true],
  [400, 'FIELD-INVALID', true],
  [0, 'NETWORK', false],
  [0, 'TIMEOUT', false],
  [429, 'TOO-MANY-REQUESTS', false],
  [500, 'INTERNAL', false],
  [503, 'UNAVAILABLE', false],
])('SH-6 SH-9 AG-6 what a link leads to is gone only if the server says so: %i %s', (status, code, gone) => {
  expect(isGone(new ApiError({ status, code }))).toBe(gone)
})

test('SH-6 an error of the page itself does not mean that anything is gone', () => {
  expect(isGone(new TypeError('x'))).toBe(false)
})
