import { inflateRawSync } from 'node:zlib'

/** How much of a package's end we read; it must contain the whole directory. */
export const directoryBytes = 1024 * 1024
/** How much we read of the part that lists the types of all other parts. */
export const contentTypesBytes = 64 * 1024
export const contentTypesName = '[Content_Types].xml'
/** Size of the header before an entry's name. */
export const entryHeaderBytes = 30

/** The largest unpacked size of a package, in bytes, and as a multiple of its own size. */
const maxUnpackedBytes = 200 * 1024 * 1024
const maxRatio = 100
/** Below this size, any ratio is harmless. */
const alwaysFineBytes = 1024 * 1024

interface Entry {
  readonly name: string
  readonly flags: number
  readonly method: number
  readonly packed: number
  readonly unpacked: number
  /** Where it begins in the file. */
  readonly offset: number
}

export interface SeenPackage {
  readonly size: number
  /** The last bytes of the file: at least `directoryBytes`, or all of a smaller file. */
  readonly tail: Buffer
  /** The first entry named like the content types, from its header on, and its offset; null: none. */
  readonly contentTypes: { readonly offset: number; readonly bytes: Buffer } | null
}

/**
 * Whether a Word or Excel package (ISO/IEC 29500-2) is safe to open: nothing in it is encrypted, it contains no macros and no ActiveX,
 * and it does not unpack to more than the limits. The sizes come from its directory.
 */
export function isSafePackage(folder: 'word' | 'xl', { size, tail, contentTypes }: SeenPackage): boolean {
  const directory = readDirectory(tail, size)
  if (directory === null) return false
  const { entries, begins } = directory
  const types = entries.filter(({ name }) => name === contentTypesName)
  const [type] = types
  if (type === undefined || types.length > 1 || type.offset !== contentTypes?.offset) return false
  return (
    entries.some(({ name }) => name.startsWith(`${folder}/`)) &&
    !entries.some(({ name, flags }) => (flags & 1) === 1 || activeParts.test(name)) &&
    !isBomb(entries, size) &&
    areApart(entries, begins) &&
    saysNothingActive(type, contentTypes.bytes)
  )
}

const activeParts = /(^|\/)vba(Project|Data)[^/]*$|^(word|xl)\/(activeX|macrosheets|dialogsheets)\//i
const activeTypes = /macroEnabled|vbaProject|vbaData|activeX/i

function isBomb(entries: readonly Entry[], size: number): boolean {
  const unpacked = entries.reduce((sum, entry) => sum + entry.unpacked, 0)
  return unpacked > maxUnpackedBytes || (unpacked > alwaysFineBytes && unpacked > size * maxRatio)
}

/** Entries that share bytes unpack to more than their sizes say. */
function areApart(entries: readonly Entry[], directoryBegins: number): boolean {
  const inOrder = entries.toSorted((a, b) => a.offset - b.offset)
  return inOrder.every(
    ({ offset, packed, name }, at) =>
      offset + entryHeaderBytes + Buffer.byteLength(name) + packed <= (inOrder[at + 1]?.offset ?? directoryBegins),
  )
}

function saysNothingActive({ method, packed }: Entry, bytes: Buffer): boolean {
  const begins = entryHeaderBytes + bytes.readUInt16LE(26) + bytes.readUInt16LE(28)
  const content = bytes.subarray(begins, begins + packed)
  if (content.length < packed) return false
  try {
    const xml = method === 0 ? content : inflateRawSync(content, { maxOutputLength: 1024 * 1024 })
    // Zeros mean UTF-16, which Office does not write here.
    return !xml.includes(0) && !activeTypes.test(xml.toString('utf8'))
  } catch {
    return false
  }
}

const endMark = Buffer.from('PK\x05\x06', 'latin1')
const endBytes = 22
const entryMark = 0x02014b50
const entryBytes = 46

/** The directory of an archive (APPNOTE 4.3.12, 4.3.16); null if it is incomplete, or not at the end of the file. */
function readDirectory(
  tail: Buffer,
  size: number,
): { readonly entries: readonly Entry[]; readonly begins: number } | null {
  const end = tail.lastIndexOf(endMark)
  if (end < 0 || end + endBytes > tail.length || end + endBytes + tail.readUInt16LE(end + 20) !== tail.length)
    return null
  const begins = tail.readUInt32LE(end + 16)
  let at = begins - (size - tail.length)
  if (at < 0 || at + tail.readUInt32LE(end + 12) !== end) return null
  const entries: Entry[] = []
  while (at + entryBytes <= end && tail.readUInt32LE(at) === entryMark) {
    const nameEnds = at + entryBytes + tail.readUInt16LE(at + 28)
    entries.push({
      name: tail.toString('utf8', at + entryBytes, nameEnds),
      flags: tail.readUInt16LE(at + 8),
      method: tail.readUInt16LE(at + 10),
      packed: tail.readUInt32LE(at + 20),
      unpacked: tail.readUInt32LE(at + 24),
      offset: tail.readUInt32LE(at + 42),
    })
    at = nameEnds + tail.readUInt16LE(at + 30) + tail.readUInt16LE(at + 32)
  }
  return at === end && entries.length === tail.readUInt16LE(end + 10) ? { entries, begins } : null
}
