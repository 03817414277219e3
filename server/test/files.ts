import { crc32, deflateRawSync } from 'node:zlib'
import type { AttachmentKind } from '@portico/rules/messages/attachments'

const utf16 = (text: string) => Buffer.from(text, 'utf16le')

/** An archive with its entries stored or compressed; `encrypted` marks them as encrypted. */
export function zip(
  entries: Readonly<Record<string, string | Buffer>>,
  options: { readonly encrypted?: boolean; readonly packed?: boolean } = {},
): Buffer {
  const locals: Buffer[] = []
  const central: Buffer[] = []
  let offset = 0
  for (const [name, text] of Object.entries(entries)) {
    const plain = Buffer.from(text)
    const content = options.packed ? deflateRawSync(plain) : plain
    const common = Buffer.alloc(26)
    common.writeUInt16LE(20, 0)
    common.writeUInt16LE(options.encrypted ? 1 : 0, 2)
    common.writeUInt16LE(options.packed ? 8 : 0, 4)
    common.writeUInt32LE(crc32(plain), 10)
    common.writeUInt32LE(content.length, 14)
    common.writeUInt32LE(plain.length, 18)
    common.writeUInt16LE(Buffer.byteLength(name), 22)
    const local = Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), common, Buffer.from(name), content])
    const rest = Buffer.alloc(14)
    rest.writeUInt32LE(offset, 10)
    const made = Buffer.from([20, 0])
    central.push(Buffer.concat([Buffer.from('PK\x01\x02', 'latin1'), made, common, rest, Buffer.from(name)]))
    locals.push(local)
    offset += local.length
  }
  const end = Buffer.alloc(22)
  end.write('PK\x05\x06', 'latin1')
  end.writeUInt16LE(central.length, 8)
  end.writeUInt16LE(central.length, 10)
  end.writeUInt32LE(Buffer.concat(central).length, 12)
  end.writeUInt32LE(offset, 16)
  return Buffer.concat([...locals, ...central, end])
}

/** A compound file reduced to its header and the names in it; `stream` begins the way programs begin it. */
export function compound(stream: Buffer, ...names: readonly string[]): Buffer {
  const head = Buffer.alloc(512)
  head.write('d0cf11e0a1b11ae1', 'hex')
  return Buffer.concat([head, stream, ...names.map((name) => Buffer.concat([utf16(name), Buffer.alloc(64)]))])
}

export function office(folder: 'word' | 'xl', more: Readonly<Record<string, string>> = {}): Buffer {
  return zip({ '[Content_Types].xml': '<Types/>', [`${folder}/document.xml`]: '<w/>', ...more })
}

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

/** A small file of each kind. */
export const filesOfKinds: Readonly<Record<AttachmentKind, Buffer>> = {
  pdf: Buffer.from('%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n'),
  png,
  jpg: Buffer.from('ffd8ffe000104a46494600010100000100010000ffd9', 'hex'),
  gif: Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64'),
  tiff: Buffer.from('49492a000800000001000001030001000000010000000000000000', 'hex'),
  txt: Buffer.from('What I paid, in March:\r\n\t12 €, niño\r\n'),
  doc: compound(Buffer.alloc(512), 'WordDocument'),
  docx: office('word'),
  xls: compound(Buffer.alloc(512), 'Workbook'),
  xlsx: office('xl'),
}
