import { gunzipSync } from 'node:zlib'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  composePage,
  type DocumentParts,
  gzipBytes,
  gzipOwn,
  joinParts,
  plainBytes,
  type SharedPart,
} from './composed-page.ts'

const nonces = fc.base64String({ minLength: 4, maxLength: 32 })
const texts = fc.array(fc.string({ unit: 'grapheme', maxLength: 400 }), { minLength: 1 })

/** A document in which own and shared parts alternate. */
const parts = (own: readonly string[], shared: readonly SharedPart[], mark: string): DocumentParts =>
  shared.flatMap((part, at) => [part, `${own[at % own.length]}${mark}`]).concat(own.join(mark))

test('BR-13 a composed page is the document with the nonce of the answer, plain and compressed', async () => {
  await fc.assert(
    fc.asyncProperty(texts, texts, nonces, async (own, common, nonce) => {
      const shared = common.map((text) => ({ text }))
      const page = await composePage((mark) => parts(own, shared, mark))
      const expected = joinParts(parts(own, shared, nonce))
      expect(plainBytes(page, nonce).toString()).toBe(expected)
      expect(gunzipSync(gzipBytes(page, nonce)).toString()).toBe(expected)
    }),
  )
})

test('BR-13 repeated parts are small when sent', async () => {
  const css = { text: 'a{color:red}'.repeat(5000) }
  const page = await composePage((nonce) => [`<style nonce="${nonce}">`, css, '</style>'])
  expect(gzipBytes(page, 'x').length).toBeLessThan(600)
})

test("BR-13 one person's page is the document; the parts that are the same for everyone are compressed once", async () => {
  await fc.assert(
    fc.asyncProperty(texts, texts, async (own, common) => {
      const whole = parts(
        own,
        common.map((text) => ({ text })),
        '',
      )
      expect(gunzipSync(await gzipOwn(whole)).toString()).toBe(joinParts(whole))
      expect(joinParts(whole)).toBe(common.map((text, at) => text + own[at % own.length]).join('') + own.join(''))
    }),
  )
})
