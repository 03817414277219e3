import { randomBytes } from 'node:crypto'
import { type AttachmentKind, attachmentKinds } from '@portico/rules/messages/attachments'
import { describe, expect, test } from 'vitest'
import { compound, filesOfKinds, office, zip } from '../../../test/files.ts'
import { createContentCheck } from './content.ts'

const kinds = Object.keys(attachmentKinds) as AttachmentKind[]

/** Whether a file passes as a kind, whatever chunks it comes in. */
async function passes(file: Buffer, kind: AttachmentKind, chunk = 7): Promise<boolean> {
  const check = createContentCheck()
  const chunks = async function* () {
    for (let at = 0; at < file.length; at += chunk) yield file.subarray(at, at + chunk)
  }
  let seen = 0
  for await (const part of check.watch(chunks())) seen += part.length
  expect([seen, check.size()]).toEqual([file.length, file.length])
  return check.matchesKind(kind)
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

  test('MC-4 an encrypted file does not pass: nobody could say what is in it', async () => {
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
    for (const name of ['Encrypt', 'Encr#79pt', '#45#6E#63#72#79#70#74', 'E#6ecrypt']) {
      const pdf = Buffer.concat([filesOfKinds.pdf, Buffer.from(`trailer<</${name} 5 0 R>>`)])
      expect([name, await passes(pdf, 'pdf')]).toEqual([name, false])
    }
  })
})

describe('MC-4 the content of a Word or Excel file is harmless to anyone who opens it', () => {
  const parts = { '[Content_Types].xml': '<Types/>', 'word/document.xml': '<w/>' }
  const macroType = '<Override ContentType="application/vnd.ms-word.document.macroEnabled.main+xml"/>'
  const big = randomBytes(1024 * 1024)

  test('MC-4 a real package passes, compressed or not, with its parts in any order', async () => {
    for (const packed of [true, false]) {
      expect(await passes(zip(parts, { packed }), 'docx')).toBe(true)
      const { '[Content_Types].xml': types, ...rest } = parts
      const last = { ...rest, 'word/media/a.bin': big, '[Content_Types].xml': types }
      expect(await passes(zip(last, { packed }), 'docx', 65_536)).toBe(true)
      const middle = { ...last, 'word/media/b.jpg': Buffer.concat([big, big, big]) }
      expect(await passes(zip(middle, { packed }), 'docx', 65_536)).toBe(true)
    }
  })

  test.each<[string, AttachmentKind, Buffer]>([
    ['macros', 'docx', zip({ ...parts, 'word/vbaProject.bin': 'x' })],
    ['macros of another name', 'docx', zip({ ...parts, 'word/vbaProject2.BIN': 'x' })],
    ['a type with macros', 'docx', zip({ ...parts, '[Content_Types].xml': macroType }, { packed: true })],
    [
      'a type with macros in UTF-16',
      'docx',
      zip({ ...parts, '[Content_Types].xml': Buffer.from(macroType, 'utf16le') }),
    ],
    ['ActiveX', 'docx', zip({ ...parts, 'word/activeX/activeX1.bin': 'x' })],
    [
      'macro sheets',
      'xlsx',
      zip({ '[Content_Types].xml': '', 'xl/workbook.xml': '', 'xl/macrosheets/sheet1.xml': '' }),
    ],
    ['macros of the old kind', 'doc', compound(Buffer.alloc(512), 'WordDocument', '_VBA_PROJECT')],
    ['macros of the old kind in a sheet', 'xls', compound(Buffer.alloc(512), 'Workbook', '_VBA_PROJECT_CUR')],
  ])('MC-4 with %s it does not pass', async (_what, kind, file) => {
    expect(await passes(file, kind)).toBe(false)
  })

  test('MC-4 a package that unpacks to more than the limit does not pass', async () => {
    const bomb = zip({ ...parts, 'word/a.xml': Buffer.alloc(20 * 1024 * 1024) }, { packed: true })
    expect(bomb.length).toBeLessThan(100_000)
    expect(await passes(bomb, 'docx', 65_536)).toBe(false)
    // Entries that share their bytes: the directory lists one entry five times.
    const one = zip({ ...parts, 'word/a.xml': big }, { packed: true })
    const directory = one.readUInt32LE(one.length - 6)
    const entry = one.subarray(one.indexOf('PK\x01\x02', one.lastIndexOf('PK\x01\x02') - 1, 'latin1'), one.length - 22)
    const end = Buffer.from(one.subarray(-22))
    end.writeUInt16LE(3 + 5, 8)
    end.writeUInt16LE(3 + 5, 10)
    end.writeUInt32LE(one.length - 22 - directory + 5 * entry.length, 12)
    const shared = Buffer.concat([one.subarray(0, -22), ...Array(5).fill(entry), end])
    expect([await passes(one, 'docx', 65_536), await passes(shared, 'docx', 65_536)]).toEqual([true, false])
  })

  test('MC-4 an archive whose directory cannot be found, or is another than it seems, does not pass', async () => {
    const whole = zip(parts)
    const bait = Buffer.concat([Buffer.from(`PK\x03\x04${'x'.repeat(26)}[Content_Types].xml<Types/>`, 'latin1'), whole])
    for (const file of [whole.subarray(0, -1), Buffer.concat([whole, Buffer.from('x')]), whole.subarray(0, -30), bait])
      expect(await passes(file, 'docx')).toBe(false)
  })
})
