import fc from 'fast-check'
import { expect, test } from 'vitest'
import { arrowTo } from './arrow-keys.ts'

test('MN-1 arrow keys begin at either end', () => {
  expect(arrowTo({ key: 'ArrowDown', active: -1, count: 3 })).toBe(0)
  expect(arrowTo({ key: 'ArrowUp', active: -1, count: 3 })).toBe(2)
  expect(arrowTo({ key: 'ArrowDown', active: -1, count: 0 })).toBe(-1)
})

test('MN-1 one direction visits all and undoes the other', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 30 }), fc.nat(29), (count, at) => {
      const active = at % count
      const down = arrowTo({ key: 'ArrowDown', active, count })
      expect(arrowTo({ key: 'ArrowUp', active: down, count })).toBe(active)
      let walked = active
      for (let step = 0; step < count; step += 1) walked = arrowTo({ key: 'ArrowDown', active: walked, count })
      expect(walked).toBe(active)
    }),
  )
})
