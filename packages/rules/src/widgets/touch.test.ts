import { expect, test } from 'vitest'
import { isEchoOfTouch } from './touch.ts'

const touch = { x: 100, y: 200, at: 5_000 }

test.each([
  ['at once in the same place', { x: 100, y: 200, at: 5_000 }, true],
  ['after 1000 ms, 4 px away', { x: 104, y: 200, at: 6_000 }, true],
  ['after 1001 ms', { x: 100, y: 200, at: 6_001 }, false],
  ['5 px away', { x: 100, y: 205, at: 5_010 }, false],
  ['3 px away in both directions, more than 4 in all', { x: 103, y: 203, at: 5_010 }, false],
  ['before the touch', { x: 100, y: 200, at: 4_999 }, false],
])('MN-6 a click %s', (_title, click, echo) => {
  expect(isEchoOfTouch(touch, click)).toBe(echo)
})
