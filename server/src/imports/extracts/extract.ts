import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { hourMs } from '../../platform/day.ts'
import type { Shelf } from '../../platform/storage/shelf.ts'
import type { Extracted } from './declared.ts'
import { type Db, type Part, readChunk, type State } from './store.ts'

const pack = promisify(gzip)

/**
 * How far each extract reaches back before the end of the last one: a row carries the moment when its import or call began, and is
 * committed later. Rows may be exported twice; the warehouse recognizes them by their key.
 */
const overlapMs = 24 * hourMs
/** Few enough rows to write and send a file within seconds. */
const rowsInPart = 50_000

export interface Extracting {
  readonly db: Db
  readonly shelf: Shelf
  readonly name: string
  readonly table: Extracted
  /** Saves the position in the extract after each part. */
  readonly keep: (state: State) => Promise<void>
  readonly version: string
  readonly signal: AbortSignal | undefined
  readonly max?: number
}

/** The moment from which changed rows belong to the extract of a table; null: all rows do. */
function readFrom(table: Extracted, state: State): Date | null {
  if (table.changedAt === undefined || state.until === null) return null
  return new Date(state.until.getTime() - overlapMs)
}

/**
 * Continues the extract of a table until it is complete, and writes `manifest.json` last. Returns the number of rows, or null if it was
 * stopped before the end.
 */
export async function extractTable(extracting: Extracting, begun: State & { readonly begunAt: Date }) {
  const { db, shelf, name, table, keep, version, signal, max = rowsInPart } = extracting
  const { begunAt, freeText } = begun
  const from = readFrom(table, begun)
  const columns = [...table.key, ...table.columns, ...(freeText ? (table.freeText ?? []) : [])]
  const folder = `extracts/${name}/${begunAt.toISOString().replaceAll(':', '-')}`
  let { afterKey, parts } = begun
  for (;;) {
    if (signal?.aborted) return null
    const chunk = await readChunk(db, { name, table, columns, after: afterKey, from, max })
    if (chunk.lines.length > 0) {
      const file = await pack(`${chunk.lines.join('\n')}\n`)
      const part: Part = {
        name: `${folder}/part-${String(parts.length + 1).padStart(5, '0')}.ndjson.gz`,
        rows: chunk.lines.length,
        sha256: createHash('sha256').update(file).digest('hex'),
      }
      await shelf.write(part.name, file)
      parts = [...parts, part]
    }
    afterKey = chunk.lastKey
    if (afterKey === null) break
    await keep({ ...begun, parts, afterKey })
  }
  const rows = parts.reduce((sum, part) => sum + part.rows, 0)
  const kind = from === null ? 'full' : 'changes'
  const manifest = { table: name, kind, key: table.key, columns, from, until: begunAt, version, rows, parts }
  await shelf.write(`${folder}/manifest.json`, Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`))
  await keep({ until: begunAt, begunAt: null, freeText, parts: [], afterKey: null })
  return { rows, kind, folder }
}
