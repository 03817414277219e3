import { inflateSync } from 'node:zlib'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Block, pdfDocument } from './document.ts'
import { encodeText, linesOf, widthOf } from './text.ts'

const options = {
  title: 'Your data',
  language: 'en',
  createdAt: new Date('2026-11-20T14:12:00Z'),
  footer: (page: number, pages: number) => `Page ${page} of ${pages}`,
}

/** The contents of the pages, unpacked. */
function pagesOf(pdf: Buffer): string[] {
  const text = pdf.toString('latin1')
  return [...text.matchAll(/\/Length (\d+)>>\nstream\n/g)].map((found) => {
    const start = found.index + found[0].length
    return inflateSync(pdf.subarray(start, start + Number(found[1]))).toString('latin1')
  })
}

test('RG-3 the table of a document points at its objects, and every marked piece is closed and in the structure', () => {
  const blocks: Block[] = [
    { kind: 'title', text: 'Your data (all)' },
    ...Array.from({ length: 200 }, (_, at): Block => ({ kind: 'field', label: `Label ${at}`, value: 'a\nb' })),
    { kind: 'text', text: 'word '.repeat(2000) },
  ]
  const pdf = pdfDocument(blocks, options)
  const text = pdf.toString('latin1')
  expect(text.startsWith('%PDF-1.7')).toBe(true)
  const start = Number(/startxref\n(\d+)\n%%EOF\n$/.exec(text)?.[1])
  const [head = '', ...rows] = text.slice(start).split('\n').slice(1)
  const count = Number(head.split(' ')[1])
  for (let number = 1; number < count; number += 1) {
    const offset = Number(rows[number]?.slice(0, 10))
    expect(text.slice(offset, offset + 20)).toMatch(new RegExp(`^${number} 0 obj\n`))
  }
  const pages = pagesOf(pdf)
  expect(pages.length).toBeGreaterThan(5)
  for (const [at, page] of pages.entries()) {
    expect(page).toContain(`(Page ${at + 1} of ${pages.length})`)
    expect(page.match(/B[DM]C$/gm)?.length).toBe(page.match(/^EMC$/gm)?.length)
  }
  const marked = pages.flatMap((page) => page.match(/MCID/g) ?? []).length
  expect(text.match(/\/S \/(P|H[123]) /g)?.length).toBe(marked)
  expect(pages[0]).toContain('(Your data \\(all\\))')
})

test('RG-3 no line is wider than the page leaves room for, and no word is lost', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.integer({ min: 40, max: 400 }), (text, width) => {
      const lines = linesOf(text, { size: 10, bold: false, width })
      for (const line of lines) {
        const fits = widthOf(line, { size: 10, bold: false }) <= width || [...line].length === 1
        expect(fits).toBe(true)
      }
      expect(lines.join('').replace(/\s/g, '')).toBe(text.replace(/\s/g, ''))
    }),
  )
})

test('RG-3 Spanish is written as it is; what the font does not have becomes its base letter or a question mark', () => {
  expect(Buffer.from(encodeText('Año: ¿qué?'), 'latin1').toString('latin1')).toBe('Año: ¿qué?')
  expect(encodeText('“€”')).toBe('\u0093\u0080\u0094')
  expect(encodeText('Ścisłe 語 \\(')).toBe('Scis?e ? \\\\\\(')
})
