import { type AttachmentKind, attachmentKinds } from '@portico/rules/messages/attachments'
import { fileTypeFromBuffer } from 'file-type'
import {
  contentTypesBytes,
  contentTypesName,
  directoryBytes,
  entryHeaderBytes,
  isSafePackage,
} from './office-package.ts'

/** How many bytes at the beginning identify a file. */
const headBytes = 16 * 1024

/** Texts that tell what a container holds, wherever they occur in it. */
const marks = {
  wordStream: Buffer.from('WordDocument', 'utf16le'),
  excelStream: Buffer.from('Workbook', 'utf16le'),
  oldExcelStream: Buffer.from('B\0o\0o\0k\0\0\0', 'latin1'),
  encryptedPackage: Buffer.from('EncryptedPackage', 'utf16le'),
  macros: Buffer.from('_VBA_PROJECT', 'utf16le'),
} as const

type Mark = keyof typeof marks

/** `/Encrypt`: PDF may write each letter as # and two hexadecimal digits (ISO 32000-1, 7.3.5). */
const encryptedPdf = /\/(?:E|#45)(?:n|#6[eE])(?:c|#63)(?:r|#72)(?:y|#79)(?:p|#70)(?:t|#74)/

const typesName = Buffer.from(contentTypesName)
/** The part of a chunk that may continue in the next one. */
const overlapBytes = entryHeaderBytes + Math.max(...Object.values(marks).map(({ length }) => length))

/** Inspects a file as it streams through, so that it is never whole in memory. */
export interface ContentCheck {
  /** Passes on every chunk and inspects it. */
  watch(content: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array>
  /** Bytes seen. */
  size(): number
  /** After the last chunk: whether the file is what its name says and can be read, e.g. by a virus scanner. */
  matchesKind(kind: AttachmentKind): Promise<boolean>
}

export function createContentCheck(): ContentCheck {
  const found = new Set<Mark>()
  let head = Buffer.alloc(0)
  let overlap = Buffer.alloc(0)
  const tail: Uint8Array[] = []
  let tailBytes = 0
  let types: { readonly offset: number; bytes: Buffer } | null = null
  let size = 0
  let isText = true
  let isEncryptedPdf = false

  function see(chunk: Uint8Array): void {
    if (head.length < headBytes) head = Buffer.concat([head, chunk.subarray(0, headBytes - head.length)])
    const window = Buffer.concat([overlap, chunk])
    for (const [mark, bytes] of Object.entries(marks) as [Mark, Buffer][])
      if (!found.has(mark) && window.includes(bytes)) found.add(mark)
    if (!isEncryptedPdf && head.subarray(0, 4).equals(pdfBeginning))
      isEncryptedPdf = encryptedPdf.test(window.toString('latin1'))
    if (types !== null) types.bytes = extend(types.bytes, chunk)
    else {
      const begins = window.indexOf(typesName) - entryHeaderBytes
      if (begins >= 0) types = { offset: size - overlap.length + begins, bytes: Buffer.from(window.subarray(begins)) }
    }
    size += chunk.length
    overlap = Buffer.from(window.subarray(Math.max(0, window.length - overlapBytes)))
    tail.push(chunk)
    tailBytes += chunk.length
    while (tailBytes - (tail[0]?.length ?? 0) >= directoryBytes) tailBytes -= tail.shift()?.length ?? 0
    if (isText) isText = isReadable(chunk)
  }

  /** Whether it is plain text, in UTF-8 or an older 8-bit set: no control characters except blanks and line ends. */
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
    matchesKind: async (kind) => {
      const detected = (await fileTypeFromBuffer(head))?.mime ?? null
      if (kind === 'txt') return isText && detected === null
      if (kind === 'docx' || kind === 'xlsx') {
        const isArchive = head.subarray(0, 4).equals(zipBeginning)
        return (
          isArchive &&
          isSafePackage(kind === 'docx' ? 'word' : 'xl', {
            size,
            tail: Buffer.concat(tail),
            contentTypes: types,
          })
        )
      }
      if (kind === 'doc' || kind === 'xls') {
        const isOld = head.subarray(0, 8).equals(compoundBeginning) && !found.has('encryptedPackage')
        if (!isOld || found.has('macros')) return false
        return kind === 'doc'
          ? found.has('wordStream') && !isEncryptedWord(head)
          : (found.has('excelStream') || found.has('oldExcelStream')) && !isEncryptedExcel(head)
      }
      if (kind === 'pdf' && isEncryptedPdf) return false
      return detected === attachmentKinds[kind].type
    },
  }
}

const pdfBeginning = Buffer.from('%PDF')
const zipBeginning = Buffer.from('PK\x03\x04', 'latin1')
const compoundBeginning = Buffer.from('D0CF11E0A1B11AE1', 'hex')

function extend(bytes: Buffer, chunk: Uint8Array): Buffer {
  return bytes.length >= contentTypesBytes ? bytes : Buffer.concat([bytes, chunk])
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
