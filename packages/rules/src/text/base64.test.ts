import fc from 'fast-check'
import { expect, it } from 'vitest'
import { decodeBase64, encodeBase64 } from './base64.ts'

it('BR-4 EN-5 base64 agrees with an independent encoder, for any text', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      const expected = Buffer.from(text, 'utf8').toString('base64')
      expect(encodeBase64(text)).toBe(expected)
      expect(decodeBase64(expected)).toBe(text)
      expect(decodeBase64(Buffer.from(text, 'utf8').toString('base64url'))).toBe(text)
    }),
  )
})

it.each(['A', 'AAAAA', '*', 'MTY=MTY=', 'MTY===', 'MT Y', '=MTY', '__proto__*', '\u0000'])(
  'BR-4 EN-5 %j is not base64',
  (text) => {
    expect(decodeBase64(text)).toBeNull()
  },
)

it.each(['/w==', 'wyg=', '7aCA'])('EN-5 bytes that are not UTF-8 are refused: %s', (encoded) => {
  expect(decodeBase64(encoded)).toBeNull()
})

it('EN-5 a lone surrogate is encoded as the replacement character', () => {
  expect(decodeBase64(encodeBase64('a\ud800b'))).toBe('a\ufffdb')
})

it('BR-4 EN-5 no text makes decoding throw', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      expect(['string', 'object']).toContain(typeof decodeBase64(text))
    }),
  )
})
