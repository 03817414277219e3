import { Readable } from 'node:stream'
import type { Database } from '../../../platform/db/database.ts'
import { notFound } from '../outcome.ts'
import { openChunk } from './sealed-chunk.ts'
import { findChunk, listFiles, type Work } from './work-store.ts'

/** What was made, as Bulk Data tells it. */
export async function buildManifest(database: Database, work: Work, address: string): Promise<string> {
  const files = await listFiles(database.read, work.work_id)
  const leftOut = Object.entries(work.progress.leftOut).reduce(
    (sum, [why, count]) => (why === 'not-asked' ? sum : sum + count),
    0,
  )
  return JSON.stringify({
    transactionTime: work.made_at.toISOString(),
    request: `${work.request.base}/${work.kind === 'export' ? `Group/${work.group_id}/$davinci-data-export` : 'Group'}`,
    requiresAccessToken: true,
    output: files.map(({ file, type, count }) => ({ type, url: `${address}/files/${file}`, count })),
    error: [],
    // How many, and never who or why (OS-42).
    ...(work.kind === 'export' && { extension: { membersLeftOut: leftOut } }),
  })
}

/** A file, one part in memory at a time. Throws 404 where there is none. */
export async function openFile(
  database: Database,
  { work, key, file }: { readonly work: Work; readonly key: Buffer; readonly file: number },
) {
  const read = async (chunk: number) => {
    const found = await findChunk(database.read, work.work_id, file, chunk)
    return found === undefined ? null : openChunk(key, found.content, `${work.work_id} ${file} ${chunk}`)
  }
  const first = await read(0)
  if (first === null) throw notFound()
  return Readable.from(
    (async function* () {
      yield first
      for (let chunk = 1; ; chunk += 1) {
        const part = await read(chunk)
        if (part === null) return
        yield part
      }
    })(),
    { objectMode: false, highWaterMark: 1 },
  )
}
