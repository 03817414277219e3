import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { decodeUtf8, isDeeperThan, isText, pathsOfBadText } from './incoming-text.ts'

const measureDepth = (value: unknown): number =>
  typeof value === 'object' && value !== null ? 1 + Math.max(0, ...Object.values(value).map(measureDepth)) : 0

describe('HT-1 incoming texts', () => {
  test('HT-1 the depth of JSON is found from its characters, whatever its texts contain', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 6 }), fc.boolean(), (value, spaced) => {
        const json = JSON.stringify(value, null, spaced ? 1 : undefined)
        const depth = measureDepth(value)
        expect([isDeeperThan(depth, json), isDeeperThan(depth - 1, json)]).toEqual([false, depth > 0])
      }),
    )
    expect(isDeeperThan(1, '["[[[[", "\\"[[", "\\\\", "]"]')).toBe(false)
    expect(isDeeperThan(20, '['.repeat(100_000))).toBe(true)
  })

  test('HT-1 half a surrogate pair, and NUL, are found anywhere', () => {
    expect(['é', '😀', '', '\u0001'].map(isText)).toEqual([true, true, true, true])
    expect(['\ud800', 'a\udfffb', '\udc00\ud800', '\0'].map(isText)).toEqual([false, false, false, false])
    expect(pathsOfBadText({ a: 'x', b: ['y', { c: '\ud800' }], d: { '\0': 1 }, e: 1, f: null })).toEqual(['b.1.c', 'd'])
    expect([pathsOfBadText('\0'), pathsOfBadText({ '\ud800': 1 })]).toEqual([[''], ['']])
  })

  test('HT-1 bytes that are not UTF-8 are no text', () => {
    for (const bytes of [[0xff], [0xed, 0xa0, 0x80], [0xc3], [0xc0, 0x80]])
      expect(decodeUtf8(Uint8Array.from(bytes))).toBeNull()
    expect(decodeUtf8(Buffer.from('niño 😀'))).toBe('niño 😀')
  })
})
