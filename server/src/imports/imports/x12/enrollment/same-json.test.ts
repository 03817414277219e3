import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isSameJson } from './same-json.ts'

/** Reverses the order of the keys in all objects. */
const turnKeys = (value: unknown): unknown =>
  Array.isArray(value)
    ? value.map(turnKeys)
    : typeof value === 'object' && value !== null
      ? Object.fromEntries(
          Object.entries(value)
            .toReversed()
            .map(([key, one]) => [key, turnKeys(one)]),
        )
      : value
const values = fc.jsonValue({ maxDepth: 3 })
const copy = (value: unknown): unknown => JSON.parse(JSON.stringify(value))

test('FD-1 enrollment data is the same with its keys in any order, and never otherwise', () => {
  fc.assert(
    fc.property(values, values, (one, other) => {
      expect(isSameJson({ one, never: undefined }, { one: copy(turnKeys(one)) })).toBe(true)
      expect(isSameJson({ one, other }, { one })).toBe(false)
      expect(isSameJson({ one }, { one, other })).toBe(false)
      expect(isSameJson([one], [one, other])).toBe(false)
      expect(isSameJson([one, 1], [one, 2])).toBe(false)
    }),
  )
  for (const [one, other] of [
    [{ a: [] }, { a: {} }],
    [{ a: null }, { b: null }],
    [[1], { 0: 1 }],
    [{ a: '1' }, { a: 1 }],
    [null, {}],
  ])
    expect(isSameJson(one, other)).toBe(false)
})
