import { gunzipSync } from 'node:zlib'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { composePage, gzipBytes, plainBytes } from './composed-page.ts'

const nonces = fc.base64String({ minLength: 4, maxLength: 32 })

test('BR-13 a composed page is the document with the nonce of the answer, plain and compressed', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.string({ unit: 'grapheme', maxLength: 400 }), { minLength: 1 }),
      nonces,
      async (pieces, nonce) => {
        const page = await composePage((mark) => pieces.join(mark))
        const expected = pieces.join(nonce)
        expect(plainBytes(page, nonce).toString()).toBe(expected)
        expect(gunzipSync(gzipBytes(page, nonce)).toString()).toBe(expected)
      },
    ),
  )
})

test('BR-13 what repeats is small on the way', async () => {
  const page = await composePage((mark) => `<style nonce="${mark}">${'a{color:red}'.repeat(5000)}</style>`)
  expect(gzipBytes(page, 'x').length).toBeLessThan(600)
})
