import { validate, version } from 'uuid'
import { expect, test } from 'vitest'
import { newId } from './ids.ts'

test('SI-13 ids sort in the order of their creation, carry its time, and never repeat', () => {
  const before = Date.now()
  const ids = Array.from({ length: 20_000 }, newId)
  expect(ids.every((id) => validate(id) && version(id) === 7)).toBe(true)
  expect(ids.toSorted()).toEqual(ids)
  expect(new Set(ids.map((id) => id.slice(-8))).size).toBeGreaterThan(ids.length - 5)
  const readMoment = (id = '') => Number.parseInt(id.replace('-', '').slice(0, 12), 16)
  expect(readMoment(ids[0])).toBeGreaterThanOrEqual(before)
  expect(readMoment(ids.at(-1))).toBeLessThanOrEqual(Date.now())
})
