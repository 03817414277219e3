import fc from 'fast-check'
import { expect, test } from 'vitest'
import { comparisonState } from './comparison.ts'

test.each([
  [5, { removable: true, count: 4 }],
  [4, { removable: true, count: 3 }],
  [3, { removable: false, count: 2 }],
  [2, { removable: false, count: 2 }],
])('MN-4 %d columns', (columns, state) => {
  expect(comparisonState(columns)).toEqual(state)
})

test('MN-4 removing columns ends with two things compared, however many there were', () => {
  fc.assert(
    fc.property(fc.integer({ min: 3, max: 40 }), (columns) => {
      let left = columns
      while (comparisonState(left).removable) left -= 1
      expect(left).toBe(3)
      expect(comparisonState(left).count).toBe(2)
    }),
  )
})
