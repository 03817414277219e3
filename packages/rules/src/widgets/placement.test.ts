import fc from 'fast-check'
import { expect, test } from 'vitest'
import { shiftInto } from './placement.ts'

test('MN-6 an element that fits stays, and one that sticks out moves just enough', () => {
  const placed = { size: 100, space: 320, margin: 8 }
  expect(shiftInto({ ...placed, start: 50 })).toBe(0)
  expect(shiftInto({ ...placed, start: -20 })).toBe(28)
  expect(shiftInto({ ...placed, start: 300 })).toBe(-88)
  expect(shiftInto({ ...placed, size: 400, start: 5 })).toBe(3)
})

test('MN-6 anything that fits into the space ends up in it', () => {
  const start = fc.integer({ min: -2000, max: 2000 })
  fc.assert(
    fc.property(start, fc.integer({ min: 0, max: 304 }), (at, size) => {
      const moved = at + shiftInto({ start: at, size, space: 320, margin: 8 })
      expect(moved).toBeGreaterThanOrEqual(8)
      expect(moved + size).toBeLessThanOrEqual(312)
    }),
  )
})
