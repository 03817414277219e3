import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { gunzip, gzip } from 'node:zlib'
import { type Anchor, type ChainedEvent, chainHash, eventColumns } from '../chain.ts'
import type { SealedEvent } from '../seal-store.ts'

const pack = promisify(gzip)
const unpack = promisify(gunzip)

/** More than any of our segments unpacks to. */
const maxBytes = 256 * 1024 * 1024

/** A segment of the chain as a compressed file with one line of JSON per event; the same events make the same file. */
export async function writeSegment(events: readonly SealedEvent[]): Promise<Buffer> {
  const lines = events.map(({ seq, hash, event }) => {
    const known = Object.entries(event).filter(([, value]) => value !== null)
    return `${JSON.stringify({ seq, hash: hash.toString('hex'), ...Object.fromEntries(known) })}\n`
  })
  return pack(lines.join(''), { level: 9 })
}

/** Throws if the file is not a segment. */
export async function readSegment(file: Buffer): Promise<SealedEvent[]> {
  const text = (await unpack(file, { maxOutputLength: maxBytes })).toString()
  return text
    .trimEnd()
    .split('\n')
    .map((line) => {
      const { seq, hash, ...known } = JSON.parse(line) as { seq: number; hash: string } & Partial<ChainedEvent>
      const columns = (['at', ...eventColumns] as const).map((name) => [name, known[name] ?? null])
      return { seq, hash: Buffer.from(hash, 'hex'), event: Object.fromEntries(columns) as ChainedEvent }
    })
}

/** The last place of a segment that follows `before`; null if the segment does not follow it, or was changed. */
export function followChain(before: Anchor, events: readonly SealedEvent[]): Anchor | null {
  let head = before
  for (const { seq, hash, event } of events) {
    if (seq !== head.seq + 1 || !chainHash(head.hash, seq, event).equals(hash)) return null
    head = { seq, hash }
  }
  return head
}

export function digestFile(file: Buffer): Buffer {
  return createHash('sha256').update(file).digest()
}
