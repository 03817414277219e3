import { randomBytes } from 'node:crypto'
import { promisify } from 'node:util'
import { constants, crc32, deflateRaw, deflateRawSync } from 'node:zlib'

const deflate = promisify(deflateRaw)

interface Piece {
  readonly plain: Buffer
  /** Compressed as a separate part of a deflate stream, so that other parts can precede and follow it. */
  readonly packed: Buffer
}

/** A document that differs between answers only in its nonce, which null stands for. */
export type ComposedPage = readonly (Piece | null)[]

/** A part that is the same in many documents and contains nobody's data: one object for each, wherever it appears. */
export interface SharedPart {
  readonly text: string
}

/** A document piece by piece; its own pieces are text. */
export type DocumentParts = readonly (string | SharedPart)[]

/**
 * Makes a document with a placeholder nonce that cannot occur in it otherwise, and splits it there. Parts shared by many documents are
 * compressed only once.
 */
export async function composePage(make: (nonce: string) => DocumentParts): Promise<ComposedPage> {
  const nonce = randomBytes(24).toString('hex')
  const pieces = make(nonce).map(async (part) => {
    if (typeof part !== 'string') return [await packOnce(part)]
    const packed = await Promise.all(part.split(nonce).map((text) => pack(Buffer.from(text))))
    return packed.flatMap((piece, index) => (index === 0 ? [piece] : [null, piece]))
  })
  return (await Promise.all(pieces)).flat()
}

/**
 * One person's page as a single gzip file. Only parts without anybody's data come from the cache of compressed parts; the rest is
 * compressed for this answer. At this level that takes half the default's time, for a result a twentieth larger; it runs synchronously,
 * which blocks others for less time than a trip to a thread and back would cost.
 */
export async function gzipOwn(parts: DocumentParts): Promise<Buffer> {
  return toGzip(await Promise.all(parts.map((part) => (typeof part === 'string' ? packOwn(part) : packOnce(part)))))
}

/** The whole document as text. */
export function joinParts(parts: DocumentParts): string {
  return parts.map((part) => (typeof part === 'string' ? part : part.text)).join('')
}

const kept = new WeakMap<SharedPart, Promise<Piece>>()

function packOnce(part: SharedPart): Promise<Piece> {
  const piece = kept.get(part) ?? pack(Buffer.from(part.text))
  kept.set(part, piece)
  return piece
}

/** Shorter parts are not worth compressing separately. */
const minPacked = 200

// A full flush ends it on a whole byte and leaves the stream open.
const finishFlush = constants.Z_FULL_FLUSH

async function pack(plain: Buffer): Promise<Piece> {
  return {
    plain,
    packed: plain.length < minPacked ? storeBlock(plain) : await deflate(plain, { level: 9, finishFlush }),
  }
}

/** More than a page is; a longer one goes to a thread. */
const maxAtOnce = 256 * 1024

function packOwn(text: string): Piece | Promise<Piece> {
  const plain = Buffer.from(text)
  if (plain.length < minPacked || plain.length > maxAtOnce) return pack(plain)
  return { plain, packed: deflateRawSync(plain, { level: 3, finishFlush }) }
}

export function plainBytes(page: ComposedPage, nonce: string): Buffer {
  const word = Buffer.from(nonce)
  return Buffer.concat(page.map((piece) => piece?.plain ?? word))
}

// RFC 1952: magic number, deflate, no flags, no date, best compression, no system in particular.
const head = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 2, 255])
// RFC 1951: an empty last block.
const end = Buffer.from([3, 0])

/** The document as one gzip file: the compressed pieces, with the nonce uncompressed between them. */
export function gzipBytes(page: ComposedPage, nonce: string): Buffer {
  const plain = Buffer.from(nonce)
  const word = { plain, packed: storeBlock(plain) }
  return toGzip(page.map((piece) => piece ?? word))
}

function toGzip(whole: readonly Piece[]): Buffer {
  const tail = Buffer.alloc(8)
  tail.writeUInt32LE(whole.reduce((sum, piece) => crc32(piece.plain, sum), 0))
  tail.writeUInt32LE(
    whole.reduce((sum, piece) => sum + piece.plain.length, 0),
    4,
  )
  return Buffer.concat([head, ...whole.map(({ packed }) => packed), end, tail])
}

/** A deflate block of uncompressed bytes that is not the last one. */
function storeBlock(bytes: Buffer): Buffer {
  const start = Buffer.alloc(5)
  start.writeUInt16LE(bytes.length, 1)
  start.writeUInt16LE(~bytes.length & 0xffff, 3)
  return Buffer.concat([start, bytes])
}
