import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { safeFileName } from './file-name.ts'

describe('MC-4 the name of an attachment', () => {
  test.each([
    ['Bill March.pdf', 'Bill March.pdf'],
    ['../../etc/passwd.txt', 'passwd.txt'],
    ['C:\\Users\\May\\scan.tiff', 'scan.tiff'],
    ['a\r\nSet-Cookie: x=1.pdf', 'aSet-Cookie x=1.pdf'],
    ['invoice\u202Efdp.txt', 'invoicefdp.txt'],
    ['"quoted" <b>.png', 'quoted b.png'],
    ['.htaccess.txt', 'htaccess.txt'],
    ['.txt', 'file.txt'],
    ['', 'file'],
    ['Rechnung für Größe.docx', 'Rechnung für Größe.docx'],
    ['医療費.pdf', '医療費.pdf'],
    ['  two   blanks .pdf', 'two blanks.pdf'],
  ])('MC-4 %j becomes %j', (name, safe) => {
    expect(safeFileName(name)).toBe(safe)
  })

  test('MC-4 a long name is cut before its extension, between characters', () => {
    const name = safeFileName(`${'😀'.repeat(100)}.docx`)
    expect(name).toMatch(/^(😀){50,60}\.docx$/u)
    expect(name.length).toBeLessThanOrEqual(120)
  })

  test('MC-4 any name becomes a single harmless name, and making it safe twice changes nothing', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (name) => {
        const safe = safeFileName(name)
        expect(safe).not.toMatch(/[\p{Cc}\p{Cf}/\\"]/u)
        expect(safe.length).toBeGreaterThan(0)
        expect(safe.length).toBeLessThanOrEqual(120)
        expect(safe.isWellFormed()).toBe(true)
        expect(safeFileName(safe)).toBe(safe)
      }),
    )
  })
})
