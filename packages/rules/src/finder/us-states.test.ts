import { expect, test } from 'vitest'
import { findStateCode } from './us-states.ts'

test.each([
  ['va', 'VA'],
  [' VA ', 'VA'],
  ['Virginia', 'VA'],
  ['WEST  VIRGINIA', 'WV'],
  ['W. Virginia', 'WV'],
  ['N. Dakota', 'ND'],
  ['Commonwealth of Virginia', 'VA'],
  ['D.C.', 'DC'],
  ['Washington, DC', 'DC'],
  ['U.S. Virgin Islands', 'VI'],
  ['US-VA', 'VA'],
  ['Ontario', null],
  ['', null],
])('IM-7 the state %s is %s', (said, code) => {
  expect(findStateCode(said)).toBe(code)
})
