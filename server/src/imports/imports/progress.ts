import { stat } from 'node:fs/promises'
import type { ImportCountsData } from '../../platform/db/tables.ts'

/** A terminal, or anything else that can be written to. */
export type Progressing = Pick<NodeJS.WritableStream, 'write'> & { readonly isTTY?: boolean | undefined }

/** The total size of files in bytes. */
export async function measureSize(files: readonly string[]): Promise<number> {
  const sizes = await Promise.all(files.map(async (file) => (await stat(file).catch(() => ({ size: 0 }))).size))
  return sizes.reduce((sum, size) => sum + size, 0)
}

/** The progress of an import: one updated line on a terminal, occasional lines elsewhere. */
export function createProgress(totalBytes: number, passes: number, out: Progressing) {
  const started = Date.now()
  const everyMs = out.isTTY ? 200 : 5000
  let saidAt = started
  let bytes = 0
  let counts: ImportCountsData | undefined
  const say = () => {
    if (counts === undefined || Date.now() - saidAt < everyMs) return
    saidAt = Date.now()
    const text = progressText({ done: bytes, total: totalBytes * passes, ms: Date.now() - started, counts })
    out.write(out.isTTY ? `\r\x1b[2K${text}` : `${text}\n`)
  }
  return {
    bytes: (more: number) => {
      bytes += more
      say()
    },
    counts: (now: ImportCountsData) => {
      counts = now
      say()
    },
    end: () => {
      if (out.isTTY) out.write('\r\x1b[2K')
    },
  }
}

/** e.g. `42 %, 12,000 resources, 3,100 a second, 2 min left, 3 rejected` */
export function progressText(at: {
  readonly done: number
  readonly total: number
  readonly ms: number
  readonly counts: ImportCountsData
}): string {
  const { done, total, ms, counts } = at
  const share = total === 0 ? 1 : Math.min(1, done / total)
  const leftS = share === 0 ? null : Math.round((ms / share - ms) / 1000)
  const left = leftS === null ? [] : [leftS < 90 ? `${leftS} s left` : `${Math.round(leftS / 60)} min left`]
  const number = new Intl.NumberFormat('en-US')
  return [
    `${Math.floor(share * 100)} %`,
    `${number.format(counts.read)} resources`,
    `${number.format(Math.round(counts.read / Math.max(ms / 1000, 0.001)))} a second`,
    ...left,
    ...(counts.rejected > 0 ? [`${number.format(counts.rejected)} rejected`] : []),
  ].join(', ')
}
