import { createReadStream, existsSync } from 'node:fs'
import { stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { promisify } from 'node:util'
import { constants, deflateRaw } from 'node:zlib'
import { v7 as uuidv7 } from 'uuid'
import { type DataKey, loadDataKey } from '../../../platform/data-key.ts'
import { dayMs } from '../../../platform/day.ts'
import { sealedColumns } from '../../../platform/sealed-columns.ts'
import { addOriginalPart, beginOriginal, endOriginal } from '../../../platform/versions/original-store.ts'
import type { Machine } from '../machine.ts'
import { cleanLine } from '../text.ts'
import type { Inspected } from './inspect.ts'

/** Where X12 files are kept as received, and for how long: what another process of the same server needs for this. */
export interface KeepOriginals {
  /** `DATA_KEY`; unset: the key in the folder. */
  readonly configured: string | undefined
  readonly dataDir: string
  /** `X12_KEEP_DAYS`. */
  readonly days: number
}

/** Null if no files are to be kept, or if a server elsewhere could not open what this process seals. */
export function chooseKeeping(
  {
    DATA_KEY: configured,
    DATA_DIR = './.data',
    X12_KEEP_DAYS: days = '30',
  }: Readonly<Record<string, string | undefined>>,
  isEmbedded: boolean,
): KeepOriginals | null {
  const hasKey = Boolean(configured) || isEmbedded || existsSync(join(DATA_DIR, 'keys', 'data.key'))
  return hasKey && /^\d{1,4}$/.test(days) && Number(days) > 0
    ? { configured: configured || undefined, dataDir: DATA_DIR, days: Number(days) }
    : null
}

/** How many bytes of a file are sealed at a time. */
const partBytes = 1024 * 1024
const deflate = promisify(deflateRaw)

/** Keeps files as received, sealed: disputes need them (FD-4). A file that the brand already has is kept for longer. */
export async function keepOriginals(
  { inTransaction: write }: Pick<Machine, 'inTransaction'>,
  files: readonly Inspected[],
  { runId, brand, now, keep }: OriginalsRun,
): Promise<void> {
  const dataKey = loadDataKey({ configured: keep.configured, dataDir: keep.dataDir })
  for (const { file, digest } of files) {
    const { size } = await stat(file)
    const keptUntil = new Date(now.getTime() + keep.days * dayMs)
    const about = {
      runId,
      brand,
      name: cleanLine(basename(file)) || 'file',
      bytes: size,
      digest,
      arrivedAt: now,
      keptUntil,
    }
    const fileId = await write((tx) => beginOriginal(tx, about))
    if (fileId === null) continue
    let place = 0
    for await (const chunk of createReadStream(file, { highWaterMark: partBytes }) as AsyncIterable<Buffer>) {
      const part = { fileId, place, ...(await sealPart(dataKey, chunk)) }
      await write((tx) => addOriginalPart(tx, part))
      place += 1
    }
    await write((tx) => endOriginal(tx, fileId))
  }
}

interface OriginalsRun {
  readonly runId: string
  readonly brand: string | null
  readonly now: Date
  readonly keep: KeepOriginals
}

async function sealPart(dataKey: DataKey, chunk: Buffer) {
  const partId = uuidv7()
  const small = (await deflate(chunk, { level: constants.Z_BEST_SPEED })) as Buffer
  return { partId, sealed: dataKey.seal(small, sealedColumns.x12_original_part.nameSeal(partId)) }
}
