import { type AttachmentKind, attachmentKinds } from '@portico/rules/messages/attachments'
import { fileTypeFromBuffer } from 'file-type'

/** Bytes at the beginning that tell what a file is. */
const headBytes = 16 * 1024

/** Texts that tell what is inside a container, wherever they stand in it. */
const marks = {
  packageParts: Buffer.from('[Content_Types].xml'),
  wordPart: Buffer.from('word/'),
  excelPart: Buffer.from('xl/'),
  wordStream: Buffer.from('WordDocument', 'utf16le'),
  excelStream: Buffer.from('Workbook', 'utf16le'),
  oldExcelStream: Buffer.from('B\0o\0o\0k\0\0\0', 'latin1'),
  encryptedPackage: Buffer.from('EncryptedPackage', 'utf16le'),
  encryptedPdf: Buffer.from('/Encrypt'),
} as const

type Mark = keyof typeof marks

const longestMark = Math.max(...Object.values(marks).map(({ length }) => length))

/** Looks at a file as it passes, so that no one has to hold it whole. */
export interface ContentCheck {
  /** Passes on every chunk and looks at it. */
  watch(content: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array>
  /** Bytes seen. */
  size(): number
  /** After the last chunk: whether the file is what its name says and can be read by anyone, a virus scanner for one. */
  isOf(kind: AttachmentKind): Promise<boolean>
}

export function createContentCheck(): ContentCheck {
  const found = new Set<Mark>()
  let head = Buffer.alloc(0)
  let overlap = Buffer.alloc(0)
  let size = 0
  let isText = true

  function see(chunk: Uint8Array): void {
    size += chunk.length
    if (head.length < headBytes) head = Buffer.concat([head, chunk.subarray(0, headBytes - head.length)])
    const window = Buffer.concat([overlap, chunk])
    for (const [mark, bytes] of Object.entries(marks) as [Mark, Buffer][])
      if (!found.has(mark) && window.includes(bytes)) found.add(mark)
    overlap = Buffer.from(window.subarray(Math.max(0, window.length - longestMark + 1)))
    if (isText) isText = isReadable(chunk)
  }

  /** Text as editors write it, in UTF-8 or an older 8-bit set: no control characters but blanks and line ends. */
  function isReadable(chunk: Uint8Array): boolean {
    return !chunk.some((byte) => byte === 0 || (byte < 32 && byte !== 9 && byte !== 10 && byte !== 12 && byte !== 13))
  }

  return {
    async *watch(content) {
      for await (const chunk of content) {
        see(chunk)
        yield chunk
      }
    },
    size: () => size,
    isOf: async (kind) => {
      const detected = (await fileTypeFromBuffer(head))?.mime ?? null
      if (kind === 'txt') return isText && detected === null
      if (kind === 'docx' || kind === 'xlsx') {
        const isPackage = head.subarray(0, 4).equals(zipBeginning) && found.has('packageParts')
        return isPackage && found.has(kind === 'docx' ? 'wordPart' : 'excelPart') && !hasEncryptedEntry(head)
      }
      if (kind === 'doc' || kind === 'xls') {
        const isOld = head.subarray(0, 8).equals(compoundBeginning) && !found.has('encryptedPackage')
        if (!isOld) return false
        return kind === 'doc'
          ? found.has('wordStream') && !isEncryptedWord(head)
          : (found.has('excelStream') || found.has('oldExcelStream')) && !isEncryptedExcel(head)
      }
      if (kind === 'pdf' && found.has('encryptedPdf')) return false
      return detected === attachmentKinds[kind].type
    },
  }
}

const zipBeginning = Buffer.from('PK\x03\x04', 'latin1')
const compoundBeginning = Buffer.from('D0CF11E0A1B11AE1', 'hex')

/** The first entry's flag (APPNOTE 4.4.4, bit 0): tools encrypt all entries or none. */
function hasEncryptedEntry(head: Buffer): boolean {
  return head.length >= 8 && (head.readUInt16LE(6) & 1) === 1
}

/** Where the first stream of a compound file begins, as the Office programs write it. */
const firstStream = 512

/** Bit fEncrypted of the FIB ([MS-DOC] 2.5.2). */
function isEncryptedWord(head: Buffer): boolean {
  if (head.length < firstStream + 12 || head.readUInt16LE(firstStream) !== 0xa5ec) return false
  return (head.readUInt16LE(firstStream + 10) & 0x0100) !== 0
}

/** A record FilePass among the first of the workbook ([MS-XLS] 2.4.117). */
function isEncryptedExcel(head: Buffer): boolean {
  if (head.length < firstStream + 4 || head.readUInt16LE(firstStream) !== 0x0809) return false
  let at = firstStream
  for (let record = 0; record < 20 && at + 4 <= head.length; record += 1) {
    if (head.readUInt16LE(at) === 0x002f) return true
    at += 4 + head.readUInt16LE(at + 2)
  }
  return false
}
