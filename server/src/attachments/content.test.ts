import { type AttachmentKind, attachmentKinds } from '@portico/rules/messages/attachments'
import { describe, expect, test } from 'vitest'
import { compound, filesOfKinds, office, zip } from '../../test/files.ts'
import { createContentCheck } from './content.ts'

const kinds = Object.keys(attachmentKinds) as AttachmentKind[]

/** Whether a file passes for a kind, however it is cut on its way. */
async function passes(file: Buffer, kind: AttachmentKind, chunk = 7): Promise<boolean> {
  const check = createContentCheck()
  const chunks = async function* () {
    for (let at = 0; at < file.length; at += chunk) yield file.subarray(at, at + chunk)
  }
  let seen = 0
  for await (const part of check.watch(chunks())) seen += part.length
  expect([seen, check.size()]).toEqual([file.length, file.length])
  return check.isOf(kind)
}

describe('MC-4 a file is judged by what is in it', () => {
  test.each(kinds)('MC-4 a %s passes for itself and for nothing else', async (kind) => {
    const passed = await Promise.all(kinds.map((other) => passes(filesOfKinds[kind], other)))
    expect(kinds.filter((_, index) => passed[index])).toEqual([kind])
    for (const chunk of [1, 3, 4096]) expect(await passes(filesOfKinds[kind], kind, chunk)).toBe(true)
  })

  test.each<[string, AttachmentKind, Buffer]>([
    ['a program', 'pdf', Buffer.from('MZ\x90\0\x03\0\0\0', 'latin1')],
    ['a program called a text', 'txt', Buffer.from('\x7fELF\x02\x01\x01\0', 'latin1')],
    ['a page called a picture', 'png', Buffer.from('<!doctype html><script>alert(1)</script>')],
    ['an archive called a document', 'docx', zip({ 'run.exe': 'MZ' })],
    ['a text with a zero in it', 'txt', Buffer.from('a\0b')],
    ['an archive called a text', 'txt', zip({ 'a.txt': 'a' })],
    ['a document called a sheet', 'xlsx', office('word')],
    ['an old document called a sheet', 'xls', compound(Buffer.alloc(512), 'WordDocument')],
    ['a compound file that is neither', 'doc', compound(Buffer.alloc(512), 'PowerPoint Document')],
    ['nothing', 'txt', Buffer.alloc(0)],
  ])('MC-4 %s does not pass', async (what, kind, file) => {
    expect(await passes(file, kind)).toBe(what === 'nothing')
  })

  test('MC-4 what is encrypted does not pass: nobody could say what is in it', async () => {
    const types = { '[Content_Types].xml': '', 'word/document.xml': '' }
    expect(await passes(zip(types), 'docx')).toBe(true)
    expect(await passes(zip(types, { encrypted: true }), 'docx')).toBe(false)
    expect(await passes(compound(Buffer.alloc(512), 'EncryptedPackage', 'WordDocument'), 'doc')).toBe(false)
    expect(await passes(compound(Buffer.alloc(512), 'EncryptedPackage'), 'docx')).toBe(false)
    const fib = Buffer.alloc(512)
    fib.writeUInt16LE(0xa5ec, 0)
    expect(await passes(compound(fib, 'WordDocument'), 'doc')).toBe(true)
    fib.writeUInt16LE(0x0100, 10)
    expect(await passes(compound(fib, 'WordDocument'), 'doc')).toBe(false)
    const workbook = Buffer.alloc(512)
    for (const [index, word] of [0x0809, 4, 0, 0, 0x00e1, 2, 0, 0x0031, 0].entries())
      workbook.writeUInt16LE(word, index * 2)
    expect(await passes(compound(workbook, 'Workbook'), 'xls')).toBe(true)
    workbook.writeUInt16LE(0x002f, 14)
    expect(await passes(compound(workbook, 'Workbook'), 'xls')).toBe(false)
    const pdf = Buffer.concat([filesOfKinds.pdf, Buffer.from('trailer<</Encrypt 5 0 R>>')])
    expect(await passes(pdf, 'pdf')).toBe(false)
  })
})
