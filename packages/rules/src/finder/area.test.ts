import fc from 'fast-check'
import { expect, test } from 'vitest'
import { coarseBox } from './area.ts'
import { latitudeAt, projectPoint } from './distance.ts'

const degree = (min: number, max: number) => fc.integer({ min: min * 100, max: max * 100 }).map((one) => one / 100)

test('MP-24 we ask a maps service for the cells of a coarse grid that cover the map, and not for much more', () => {
  fc.assert(
    fc.property(degree(-170, 170), degree(-120, 120), degree(0.05, 60), degree(0.05, 60), (west, low, wide, tall) => {
      const shown = { west, east: west + wide, low, high: low + tall }
      const asked = coarseBox(shown)
      expect(asked.west).toBeLessThanOrEqual(shown.west)
      expect(asked.east).toBeGreaterThanOrEqual(shown.east)
      expect(asked.low).toBeLessThanOrEqual(shown.low)
      expect(asked.high).toBeGreaterThanOrEqual(shown.high)
      const most = 3 * Math.max(wide, tall) + 1e-9
      expect(Math.max(asked.east - asked.west, asked.high - asked.low)).toBeLessThanOrEqual(most)
    }),
  )
})

test('MP-24 a small move asks for the same area, so it does not reveal where somebody is', () => {
  const around = (lon: number) => coarseBox({ west: lon - 0.3, east: lon + 0.3, low: 43, high: 43.4 })
  expect(around(-79.9)).toEqual(around(-79.82))
  expect(around(-79.9)).toEqual({ west: -80.5, east: -79.5, low: 43, high: 43.5 })
})

test('MP-24 a height on the map converts back to the latitude that it was drawn from', () => {
  for (const lat of [-60, 0, 18.2, 40.44, 71]) expect(latitudeAt(projectPoint({ lat, lon: 0 }).y)).toBeCloseTo(lat, 9)
})
