import { gunzipSync } from 'node:zlib'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { composePage, gzipBytes, gzipOwn, plainBytes } from './composed-page.ts'

const nonces = fc.base64String({ minLength: 4, maxLength: 32 })
const texts = fc.array(fc.string({ unit: 'grapheme', maxLength: 400 }), { minLength: 1 })

test('BR-13 a composed page is the document with the nonce of the answer, plain and compressed', async () => {
  await fc.assert(
    fc.asyncProperty(texts, texts, nonces, async (own, common, nonce) => {
      // Common parts stand between two cuts, before the document's own parts.
      const composeVariant = (mark: string, cut: string) =>
        common.map((text, at) => `${cut}${text}${cut}${own[at % own.length]}${mark}`).join('') + own.join(mark)
      const page = await composePage((marks) => composeVariant(marks.nonce, marks.cut))
      const expected = composeVariant(nonce, '')
      expect(plainBytes(page, nonce).toString()).toBe(expected)
      expect(gunzipSync(gzipBytes(page, nonce)).toString()).toBe(expected)
    }),
  )
})

test('BR-13 what repeats is small on the way', async () => {
  const css = 'a{color:red}'.repeat(5000)
  const page = await composePage(({ nonce, cut }) => `<style nonce="${nonce}"${cut}>${css}${cut}</style>`)
  expect(gzipBytes(page, 'x').length).toBeLessThan(600)
})

test("BR-13 one person's page is the document, with what is the same for everyone compressed once", async () => {
  await fc.assert(
    fc.asyncProperty(texts, texts, async (own, common) => {
      const make = (cut: string) => common.map((text, at) => `${own[at % own.length]}${cut}${text}${cut}`).join('')
      const whole = await gzipOwn(({ cut }) => make(cut))
      expect(gunzipSync(whole).toString()).toBe(make(''))
    }),
  )
})
