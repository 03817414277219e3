import { createReadStream } from 'node:fs'
import { open, readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { type Readable, Transform } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { Refused } from '../refused.ts'

/** File endings by format. */
export const endings = {
  fhir: /\.(ndjson|jsonl|json)(\.gz)?$/i,
  x12: /\.(x12|edi|834|835|837[pid]?|txt|dat)(\.gz)?$/i,
  rates: /\.json(\.gz)?$/i,
  csv: /\.csv(\.gz)?$/i,
  directory: /\.(csv|ndjson|jsonl|json)(\.gz)?$/i,
} as const

/** Expands paths to files; a folder stands for its files with an extension of the format, sorted by name. */
export async function expandPaths(paths: readonly string[], format: keyof typeof endings): Promise<string[]> {
  const found: string[] = []
  for (const path of paths) {
    if ((await stat(path)).isDirectory()) {
      const inside = await readdir(path, { recursive: true, withFileTypes: true })
      const files = inside.filter((entry) => entry.isFile() && endings[format].test(entry.name))
      found.push(...files.map((entry) => join(entry.parentPath, entry.name)).sort())
    } else found.push(path)
  }
  return found
}

/** Above this size, a file that unpacks to more than `maxRatio` times its size is refused. */
const alwaysAllowed = 256 * 1024 * 1024
const maxRatio = 200

/**
 * The bytes of a file, decompressed if it is gzip, whatever its name. `progress` gets the number of bytes read from the file itself. A file
 * that decompresses endlessly ends with Refused.
 */
export async function openFile(path: string, progress: (bytes: number) => void = () => {}): Promise<Readable> {
  const raw = createReadStream(path, { highWaterMark: 256 * 1024 })
  let read = 0
  const metered = raw.pipe(
    new Transform({
      transform(chunk: Buffer, _, done) {
        read += chunk.length
        progress(chunk.length)
        done(null, chunk)
      },
    }),
  )
  raw.on('error', (error) => metered.destroy(error))
  if (!(await isGzip(path))) return readAsText(path, metered, raw)
  let unpacked = 0
  const bounded = new Transform({
    transform(chunk: Buffer, _, done) {
      unpacked += chunk.length
      const isBomb = unpacked > alwaysAllowed && unpacked > read * maxRatio
      done(isBomb ? new Refused('', `unpacks to more than ${maxRatio} times its size`) : null, chunk)
    },
  })
  const gunzip = createGunzip()
  metered.on('error', (error) => gunzip.destroy(error))
  gunzip.on('error', (error) => bounded.destroy(error))
  bounded.on('close', () => raw.destroy())
  return readAsText(path, metered.pipe(gunzip).pipe(bounded), raw)
}

/** The bytes of a file that is neither an archive nor UTF-16: either would be misread line by line. */
function readAsText(path: string, bytes: Readable, raw: Readable): Readable {
  let isFirst = true
  const checked = new Transform({
    transform(chunk: Buffer, _, done) {
      const wrong = isFirst ? findWrongForm(path, chunk) : null
      isFirst = false
      done(wrong === null ? null : new Refused('', wrong), chunk)
    },
  })
  bytes.on('error', (error) => checked.destroy(error))
  checked.on('close', () => raw.destroy())
  return bytes.pipe(checked)
}

function findWrongForm(path: string, head: Buffer): string | null {
  const isTable = /\.csv(\.gz)?$/i.test(path)
  if (head.subarray(0, 4).toString('latin1') === 'PK\x03\x04')
    return `is a ZIP archive${isTable ? ', or a workbook: unpack it, or save it as “CSV UTF-8”' : ': unpack it'}`
  if (isUtf16(head)) return `is UTF-16, not UTF-8: save it as “${isTable ? 'CSV UTF-8' : 'UTF-8'}”`
  return null
}

/** Recognized by its byte order mark, as in a spreadsheet's “Unicode text”, or by a zero in every other byte at its beginning. */
function isUtf16(head: Buffer): boolean {
  if (['fffe', 'feff'].includes(head.subarray(0, 2).toString('hex'))) return true
  const some = head.subarray(0, 64)
  const countZeros = (odd: number) => some.reduce((sum, byte, at) => sum + (at % 2 === odd && byte === 0 ? 1 : 0), 0)
  return some.length >= 8 && [0, 1].some((odd) => countZeros(odd) > some.length * 0.4 && countZeros(1 - odd) === 0)
}

/** The first bytes of a file, decompressed; fewer if it is shorter or damaged. */
export async function readHead(path: string, size: number): Promise<string> {
  const parts: Buffer[] = []
  let have = 0
  try {
    for await (const chunk of (await openFile(path)) as AsyncIterable<Buffer>) {
      parts.push(chunk)
      have += chunk.length
      if (have >= size) break
    }
  } catch {
    // The next read will fail with the reason.
  }
  return Buffer.concat(parts).subarray(0, size).toString('utf8')
}

async function isGzip(path: string): Promise<boolean> {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(2), 0, 2, 0)
    return bytesRead === 2 && buffer[0] === 0x1f && buffer[1] === 0x8b
  } finally {
    await file.close()
  }
}
