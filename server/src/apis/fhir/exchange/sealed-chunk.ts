import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { promisify } from 'node:util'
import { gunzip, gzip } from 'node:zlib'

const [ivBytes, tagBytes] = [12, 16]

/** A new key, for one work's files only. */
export const newWorkKey = () => randomBytes(32)

/** Encrypts a part of a file (AES-256-GCM), so that it opens only in its own place. */
export function sealChunk(key: Buffer, plain: Buffer, place: string): Buffer {
  const iv = randomBytes(ivBytes)
  const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(place))
  const body = Buffer.concat([cipher.update(plain), cipher.final()])
  return Buffer.concat([iv, cipher.getAuthTag(), body])
}

/** Throws if the content was changed, or moved. */
export function openChunk(key: Buffer, sealed: Buffer, place: string): Buffer {
  const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, ivBytes))
    .setAAD(Buffer.from(place))
    .setAuthTag(sealed.subarray(ivBytes, ivBytes + tagBytes))
  return Buffer.concat([decipher.update(sealed.subarray(ivBytes + tagBytes)), decipher.final()])
}

/** A line of a file, and the member whose data it is; empty: no one's in particular. */
export interface Line {
  readonly memberId: string
  readonly text: string
}

interface ChunkPlace {
  readonly workId: string
  readonly file: number
  readonly chunk: number
}

const namePlace = ({ workId, file, chunk }: ChunkPlace) => `${workId} ${file} ${chunk}`

// Runs outside the thread that answers calls; the database then writes a tenth.
const [pack, unpack] = [promisify(gzip), promisify(gunzip)]
/** Larger than any part of a file. */
const maxOutputLength = 256 * 1024 * 1024

/** Seals a part of a file. Each line begins with its member, so that it can be left out at download. */
export async function sealLines(key: Buffer, lines: readonly Line[], place: ChunkPlace): Promise<Buffer> {
  const plain = lines.map(({ memberId, text }) => `${memberId} ${text}\n`).join('')
  return sealChunk(key, await pack(plain, { level: 1 }), namePlace(place))
}

export async function openLines(key: Buffer, sealed: Buffer, place: ChunkPlace): Promise<Line[]> {
  const opened = openChunk(key, sealed, namePlace(place))
  // Earlier releases did not compress.
  const isPacked = opened[0] === 0x1f && opened[1] === 0x8b
  const plain = isPacked ? await unpack(opened, { maxOutputLength }) : opened
  const lines = plain.toString().split('\n').slice(0, -1)
  return lines.map((line) => {
    const end = line.indexOf(' ')
    return { memberId: line.slice(0, end), text: line.slice(end + 1) }
  })
}
