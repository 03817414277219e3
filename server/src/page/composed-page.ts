import { randomBytes } from 'node:crypto'
import { promisify } from 'node:util'
import { constants, crc32, deflateRaw } from 'node:zlib'

const compress = promisify(deflateRaw)

/** A document that differs in its nonce alone from one answer to the next: what stands between the nonces, as bytes. */
export interface ComposedPage {
  readonly plain: readonly Buffer[]
  /** The same pieces compressed, each by itself, so that a nonce can stand between any two. */
  readonly packed: readonly Buffer[]
}

/** Has a document made with a nonce that cannot stand in it otherwise, and takes it apart at each. */
export async function composePage(make: (nonce: string) => string): Promise<ComposedPage> {
  const mark = randomBytes(24).toString('hex')
  const plain = make(mark)
    .split(mark)
    .map((piece) => Buffer.from(piece))
  const packed = await Promise.all(
    // A full flush ends each piece on a whole byte and leaves the stream open.
    plain.map((piece) => compress(piece, { level: 9, finishFlush: constants.Z_FULL_FLUSH })),
  )
  return { plain, packed }
}

export function plainBytes({ plain }: ComposedPage, nonce: string): Buffer {
  return Buffer.concat(between(plain, Buffer.from(nonce)))
}

// RFC 1952: magic number, deflate, no flags, no date, best compression, no system in particular.
const head = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 2, 255])
// RFC 1951: an empty last block.
const end = Buffer.from([3, 0])

/** The document as one gzip member: the packed pieces, the nonce between them as it is. */
export function gzipBytes(page: ComposedPage, nonce: string): Buffer {
  const word = Buffer.from(nonce)
  const whole = between(page.plain, word)
  const tail = Buffer.alloc(8)
  tail.writeUInt32LE(whole.reduce((sum, piece) => crc32(piece, sum), 0))
  tail.writeUInt32LE(
    whole.reduce((sum, { length }) => sum + length, 0),
    4,
  )
  return Buffer.concat([head, ...between(page.packed, stored(word)), end, tail])
}

function between(pieces: readonly Buffer[], word: Buffer): Buffer[] {
  return pieces.flatMap((piece, at) => (at === 0 ? [piece] : [word, piece]))
}

/** A block of bytes that are not compressed, and not the last one. */
function stored(bytes: Buffer): Buffer {
  const start = Buffer.alloc(5)
  start.writeUInt16LE(bytes.length, 1)
  start.writeUInt16LE(~bytes.length & 0xffff, 3)
  return Buffer.concat([start, bytes])
}
