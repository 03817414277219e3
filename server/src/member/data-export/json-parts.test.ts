import fc from 'fast-check'
import { expect, test } from 'vitest'
import { jsonParts } from './json-parts.ts'

test('RG-3 JSON in pieces equals JSON in one piece', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 8 }), (value) => {
      expect([...jsonParts(value)].join('')).toBe(JSON.stringify(value))
    }),
  )
  const data = { at: new Date(0), none: undefined, list: [{ at: new Date(1) }] }
  expect([...jsonParts(data)].join('')).toBe(JSON.stringify(data))
})

test('RG-3 each record comes by itself', () => {
  const rows = Array.from({ length: 1000 }, (_, at) => ({ at, text: 'x'.repeat(100) }))
  const pieces = [...jsonParts({ member: { messages: rows } })]
  expect(Math.max(...pieces.map(({ length }) => length))).toBeLessThan(300)
})
