import fc from 'fast-check'
import { expect, test } from 'vitest'
import { crossesBoundary, responsiveState, responsiveStates } from './responsive.ts'

test.each([
  [320, 'mobile'],
  [639, 'mobile'],
  [640, 'tablet'],
  [959, 'tablet'],
  [960, 'notebook'],
  [1279, 'notebook'],
  [1280, 'desktop'],
  [3840, 'desktop'],
] as const)('MN-7 %d px of 16 px text is %s', (width, state) => {
  expect(responsiveState({ width, rem: 16 })).toBe(state)
})

test('MN-7 larger text leaves less room', () => {
  expect(responsiveState({ width: 1280, rem: 22 })).toBe('tablet')
})

test('MN-7 a wider window never has a narrower state', () => {
  const size = fc.integer({ min: 200, max: 5000 })
  fc.assert(
    fc.property(size, size, fc.integer({ min: 10, max: 40 }), (one, other, rem) => {
      const [narrow, wide] = [Math.min(one, other), Math.max(one, other)].map((width) =>
        responsiveStates.indexOf(responsiveState({ width, rem })),
      )
      expect(narrow).toBeLessThanOrEqual(wide ?? -1)
    }),
  )
})

test('MN-7 only changes between mobile or tablet and notebook or desktop cross the boundary', () => {
  const crossing = responsiveStates.flatMap((before) =>
    responsiveStates.filter((after) => crossesBoundary(before, after)).map((after) => `${before}-${after}`),
  )
  expect(crossing.sort()).toEqual(
    ['mobile', 'tablet'].flatMap((a) => ['notebook', 'desktop'].flatMap((b) => [`${a}-${b}`, `${b}-${a}`])).sort(),
  )
})
